import { expect } from 'chai';
import { silentLog } from '@severe/base';
import {
  endpoints,
  openApiDocument,
  required,
  shape,
  text,
  Reply,
  type AccessControl,
  type Endpoint,
} from '@severe/http';
import { run, type Running } from '@severe/testing/serve';
import { bindings } from './support/bindings.ts';

const define = endpoints<object>();
const common = { summary: '', tag: '', cache: 'no-store' } as const;
const body = { name: required(text()) };

const open = define({ ...common, path: '/open', response: shape.object({}), handle: () => ({}) });
const login = define({
  ...common,
  method: 'POST',
  path: '/login',
  ownPages: true,
  status: 201,
  body,
  response: shape.object({ user: shape.text() }),
  handle: ({ user }) => ({ user: String(user) }),
});
const list = define({
  ...common,
  path: '/mine',
  access: 'session',
  response: shape.object({ id: shape.integer() }),
  handle: ({ user }) => ({ id: user.id }),
});
const change = define({
  ...common,
  method: 'POST',
  path: '/mine',
  access: 'session',
  body,
  response: shape.object({ id: shape.integer() }),
  handle: ({ user }) => ({ id: user.id }),
});
const remove = define({
  ...common,
  method: 'DELETE',
  path: '/mine',
  access: 'session',
  status: 204,
  response: { about: 'Removed.' },
  handle: () => new Reply(204, {}),
});
const rule = define({
  ...common,
  method: 'PATCH',
  path: '/all',
  access: 'admin',
  body,
  response: shape.object({ id: shape.integer() }),
  handle: ({ user }) => ({ id: user.id }),
});
const every = [open, login, list, change, remove, rule];

const access: AccessControl = {
  isOwnOrigin: (origin) => origin === 'https://wx.example.org',
  async findSession({ cookie }) {
    if (cookie === 'old') return { user: { id: 7, role: 'user' }, setCookie: 'old; Max-Age=9' };
    if (cookie === 'user') return { user: { id: 7, role: 'user' } };
    return cookie === 'admin' ? { user: { id: 1, role: 'admin' } } : undefined;
  },
};
const own = { Origin: 'https://wx.example.org', 'Content-Type': 'application/json' };
const named = JSON.stringify({ name: 'x' });

for (const [name, bind] of Object.entries(bindings)) {
  describe(`http/access behind bind-${name}`, () => {
    let service: Running;
    before(async () => (service = await run(bind(every, { log: silentLog, access }))));
    after(() => service.close());

    it('gives the handler the user of the session', async () => {
      const { status, json, headers } = await service.ask('/api/v1/mine', { Cookie: 'user' });
      expect([status, json()]).to.deep.equal([200, { id: 7 }]);
      expect(headers['cache-control']).to.equal('no-store');
      const added = await service.ask('/api/v1/mine', { ...own, Cookie: 'user' }, 'POST', named);
      expect([added.status, added.json()]).to.deep.equal([200, { id: 7 }]);
      const made = await service.ask('/api/v1/login', own, 'POST', named);
      expect([made.status, made.json()]).to.deep.equal([201, { user: 'undefined' }]);
    });

    it('answers 204 without a body', async () => {
      const { status, body, headers } = await service.ask('/api/v1/mine', { ...own, Cookie: 'user' }, 'DELETE');
      expect([status, body.length, headers['cache-control']]).to.deep.equal([204, 0, 'no-store']);
      expect(headers).to.not.have.property('content-length');
    });

    it('refuses calls without a session or role before it reads their bodies', async () => {
      for (const [path, method, cookie, expected, detail] of [
        ['/mine', 'GET', '', 401, 'Not authenticated'],
        ['/mine', 'POST', '', 401, 'Not authenticated'],
        ['/mine', 'PUT', '', 401, 'Not authenticated'],
        ['/mine', 'PUT', 'user', 405, 'Method not allowed here; allowed are GET, HEAD, POST, DELETE, OPTIONS'],
        ['/all', 'PATCH', '', 401, 'Not authenticated'],
        ['/all', 'PATCH', 'user', 403, 'Admin role required'],
        ['/all', 'GET', 'user', 403, 'Admin role required'],
        ['/all', 'PATCH', 'admin', 415, 'Expected application/json in UTF-8, got text/plain'],
      ] as const) {
        const headers = { Origin: own.Origin, 'Content-Type': 'text/plain', Cookie: cookie };
        const { status, json } = await service.ask(`/api/v1${path}`, headers, method, method === 'GET' ? '' : 'x');
        expect([status, json().detail], `${method} ${path} as ${cookie}`).to.deep.equal([expected, detail]);
      }
    });

    it('refuses calls that change state from pages of other origins', async () => {
      for (const headers of [
        { Origin: 'https://evil.example' },
        { Origin: 'null' },
        { Origin: 'https://wx.example.org.evil.example' },
        { Origin: '' },
        { 'Sec-Fetch-Site': 'cross-site' },
        { 'Sec-Fetch-Site': 'same-site' },
        { ...own, 'Sec-Fetch-Site': 'cross-site' },
      ] as Record<string, string>[]) {
        for (const [path, method] of [
          ['/mine', 'POST'],
          ['/mine', 'DELETE'],
          ['/mine', 'PUT'],
          ['/login', 'POST'],
          ['/all', 'PATCH'],
        ]) {
          const got = await service.ask(`/api/v1${path}`, { ...headers, Cookie: 'admin' }, method, named);
          expect([got.status, got.json().detail], JSON.stringify(headers)).to.deep.equal([
            403,
            'Calls from pages of another origin are not allowed',
          ]);
        }
      }
      const same = { ...own, 'Sec-Fetch-Site': 'same-origin', Cookie: 'user' };
      expect((await service.ask('/api/v1/mine', same, 'POST', named)).status).to.equal(200);
      const program = { 'Content-Type': 'application/json', Cookie: 'user' };
      expect((await service.ask('/api/v1/mine', program, 'POST', named)).status).to.equal(200);
    });

    it('lets scripts of other origins read public paths only', async () => {
      const origin = 'access-control-allow-origin';
      const foreign = { Origin: 'https://a.example', Cookie: 'user' };
      expect((await service.ask('/api/v1/open', foreign)).headers[origin]).to.equal('*');
      for (const [path, method] of [
        ['/mine', 'GET'],
        ['/mine', 'OPTIONS'],
        ['/login', 'OPTIONS'],
        ['/login', 'GET'],
        ['/mine', 'POST'],
      ]) {
        const { headers } = await service.ask(`/api/v1${path}`, foreign, method);
        expect(
          Object.keys(headers).filter((each) => each.startsWith('access-control')),
          path,
        ).to.deep.equal([]);
      }
    });

    it('sends the cookie of an extended session, also with an error', async () => {
      for (const [method, status] of [
        ['GET', 200],
        ['POST', 415],
      ] as const) {
        const got = await service.ask('/api/v1/mine', { Cookie: 'old' }, method);
        expect([got.status, got.headers['set-cookie']]).to.deep.equal([status, ['old; Max-Age=9']]);
      }
    });
  });
}

describe('http/access', () => {
  it('refuses definitions that contradict themselves', () => {
    const bindOf = (endpoint: Endpoint<any>[]) => () => bindings.bare(endpoint, { log: silentLog });
    expect(bindOf([{ ...list, ownPages: false }])).to.throw('/mine is open to other origins');
    expect(bindOf([{ ...open, path: '/mine' }, remove])).to.throw('/mine is for own pages with some methods only');
  });

  it('is documented with every operation', () => {
    const schemes = { session: { type: 'apiKey' }, apiKey: { type: 'apiKey' } };
    const info = { title: '', version: '', description: '', securitySchemes: schemes };
    const { paths, components } = openApiDocument(every, info) as any;
    expect(components.securitySchemes).to.deep.equal(schemes);
    expect(paths['/open'].get.security).to.deep.equal([{}, { apiKey: [] }]);
    expect(paths['/login'].post.security).to.deep.equal([]);
    expect(paths['/mine'].get.security).to.deep.equal([{ session: [] }]);
    const statuses = (operation: any) => Object.keys(operation.responses);
    expect(statuses(paths['/login'].post)).to.include.members(['201', '403']).and.not.include('200');
    expect(statuses(paths['/mine'].get)).to.include.members(['200', '401']).and.not.include('403');
    expect(statuses(paths['/all'].patch)).to.include.members(['200', '401', '403', '413', '415']);
    expect(paths['/mine'].delete.responses[204]).to.not.have.property('content');
  });
});
