import { RequestError, silentLog } from '@severe/base';
import { expect } from 'chai';
import { endpoints, integer, quotaHeaders, ratePolicy, refusalOf, Reply, shape, text } from '@severe/http';
import type { Client, CountedAs, Quota, RateLimit } from '@severe/http';
import { run, type Running } from '@severe/testing/serve';
import { bindings } from './support/bindings.ts';

const define = endpoints<object>();
const common = { summary: '', tag: '', cache: { seconds: 60 } } as const;
const policy = ratePolicy('anonymous', 300);
const good: Quota = { policy, allowed: true, remaining: 287, freedInMs: 31_400 };
const spent: Quota = { policy, allowed: false, remaining: 0, freedInMs: 4200 };

/** The headers of a quota, as they come over the wire. */
const told = { 'x-ratelimit-limit': '300', 'ratelimit-policy': '"anonymous";q=300;w=60' };

describe('http/rate-limit', () => {
  it('sends the usual headers and those of the IETF draft', () => {
    const pairs = quotaHeaders(good, 1_779_315_480_000);
    const headers = Object.fromEntries(pairs.flatMap((name, i) => (i % 2 === 0 ? [[name, pairs[i + 1]]] : [])));
    expect(headers).to.deep.equal({
      'X-RateLimit-Limit': '300',
      'X-RateLimit-Remaining': '287',
      'X-RateLimit-Reset': '1779315512',
      'RateLimit-Policy': '"anonymous";q=300;w=60',
      RateLimit: '"anonymous";r=287;t=32',
    });
  });

  it('never announces a retry time at which the client is still limited', () => {
    const waits = [0.001, 1, 999, 1000, 1000.001, 59_999.5, 60_000].map(
      (freedInMs) => refusalOf({ ...spent, freedInMs })?.headers['Retry-After'],
    );
    expect(waits).to.deep.equal(['1', '1', '1', '1', '2', '60', '60']);
  });

  it('refuses an invalid key with 401 within the limit, and with 429 beyond it', () => {
    expect(refusalOf({ ...good, invalidKey: true })).to.include({ status: 401, detail: 'Invalid or revoked API key' });
    expect(refusalOf({ ...spent, invalidKey: true })).to.include({ status: 429 });
    expect(refusalOf(good)).to.equal(undefined);
  });

  it('states the limit in the error', () => {
    expect(refusalOf(spent)).to.be.instanceOf(RequestError);
    expect(refusalOf(spent)).to.include({ status: 429, detail: 'Rate limit exceeded: 300 requests per minute' });
  });
});

for (const [name, bind] of Object.entries(bindings)) {
  describe(`http/rate-limit behind bind-${name}`, () => {
    const handled: string[] = [];
    const asked: [Client, CountedAs, number?][] = [];
    let answering: ReturnType<RateLimit>;
    let service: Running;

    const item = define({
      ...common,
      path: '/item/{name}',
      params: { name: text({ maxLength: 5 }) },
      response: shape.object({ name: shape.text() }),
      handle({ path }) {
        handled.push(path.name);
        if (path.name === 'none') throw new RequestError(404, 'No such item');
        return path;
      },
    });
    const tile = define({
      ...common,
      path: '/tile.png',
      countedAs: 'tile',
      response: { media: 'image/png', about: '' },
      handle: () => new Reply(200, { 'Content-Type': 'image/png' }, Uint8Array.of(1)),
    });
    const list = define({
      ...common,
      path: '/list',
      query: { limit: integer({ min: 1, max: 1000, default: 100 }) },
      response: shape.object({ limit: shape.integer() }),
      handle: ({ query }) => query,
    });
    const dear = define({
      ...common,
      path: '/dear/{name}',
      params: { name: text({ maxLength: 5 }) },
      response: shape.object({ name: shape.text() }),
      handle: ({ path }) => path,
    });
    before(async () => {
      const limit: RateLimit = (asker, as) => {
        asked.push([asker, as]);
        return answering;
      };
      service = await run(bind([item, tile, list, dear], { log: silentLog, limit }));
    });
    beforeEach(() => {
      handled.length = asked.length = 0;
      answering = good;
    });
    after(() => service.close());

    it('sends the quota with every response: success, 304 and errors', async () => {
      const first = await service.ask('/api/v1/item/a');
      const answers = [
        first,
        await service.ask('/api/v1/item/a', { 'If-None-Match': first.headers.etag! }),
        await service.ask('/api/v1/item/a', {}, 'HEAD'),
        await service.ask('/api/v1/item/none'),
        await service.ask('/api/v1/item/toolong'),
        await service.ask('/api/v1/item/a', {}, 'POST'),
      ];
      expect(answers.map(({ status }) => status)).to.deep.equal([200, 304, 200, 404, 422, 405]);
      expect(asked.length).to.equal(answers.length);
      for (const { headers } of answers) {
        expect(headers).to.include({ ...told, 'x-ratelimit-remaining': '287', ratelimit: '"anonymous";r=287;t=32' });
        expect(Number(headers['x-ratelimit-reset']) - Date.now() / 1000).to.be.within(20, 33);
        expect(headers).to.not.have.property('retry-after');
      }
    });

    for (const [how, quota] of [
      ['at once', spent],
      ['later', Promise.resolve(spent)],
    ] as const) {
      it(`responds with 429 beyond the limit, with the verdict ${how}`, async () => {
        answering = quota;
        const { status, headers, json } = await service.ask('/api/v1/item/a', { origin: 'https://other.example' });
        expect([status, json()]).to.deep.equal([429, { detail: 'Rate limit exceeded: 300 requests per minute' }]);
        expect(headers).to.include({
          ...told,
          'x-ratelimit-remaining': '0',
          ratelimit: '"anonymous";r=0;t=5',
          'retry-after': '5',
          'cache-control': 'no-store',
          'content-type': 'application/json',
          'access-control-allow-origin': '*',
        });
        for (const header of ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'Retry-After']) {
          expect(headers['access-control-expose-headers']).to.include(header);
        }
        expect(handled).to.deep.equal([]);
      });
    }

    it('does not count preflight requests', async () => {
      answering = spent;
      const { status, headers } = await service.ask('/api/v1/item/a', {}, 'OPTIONS');
      expect([status, asked.length]).to.deep.equal([204, 0]);
      expect(headers).to.not.have.property('x-ratelimit-limit');
    });

    it('passes the client and the kind of request to the limiter', async () => {
      await service.ask('/api/v1/tile.png', { 'X-Forwarded-For': '203.0.113.9' });
      await service.ask('/api/v1/item/a');
      expect(asked.map(([, as]) => as)).to.deep.equal(['tile', 'request']);
      expect(asked[0][0].address).to.match(/127\.0\.0\.1$/);
      expect(asked[0][0].headers['x-forwarded-for']).to.equal('203.0.113.9');
    });

    it('counts a request once, whatever its parameters', async () => {
      for (const path of ['item/a', 'list', 'list?limit=1000', 'list?limit=5000', 'dear/toolong']) {
        const { headers } = await service.ask(`/api/v1/${path}`);
        expect(headers, path).to.not.have.property('x-ratelimit-cost');
      }
      expect(asked.length).to.equal(5);
    });

    it('adds no headers without a limit', async () => {
      for (const nothing of [undefined, Promise.resolve(undefined)]) {
        answering = nothing;
        const { status, headers } = await service.ask('/api/v1/item/a');
        expect(status).to.equal(200);
        expect(Object.keys(headers).filter((header) => header.includes('ratelimit'))).to.deep.equal([]);
      }
    });
  });
}
