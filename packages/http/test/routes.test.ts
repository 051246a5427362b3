import { silentLog } from '@severe/base';
import { endpoints, shape, text } from '@severe/http';
import { run, type Running } from '@severe/testing/serve';
import { expect } from 'chai';
import * as fc from 'fast-check';
import { bindings } from './support/bindings.ts';

const named = (path: string) => {
  const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name);
  return endpoints<object>()({
    path,
    summary: '',
    tag: '',
    cache: 'no-store',
    params: Object.fromEntries(names.map((name) => [name, text()])),
    response: shape.object({ path: shape.text() }),
    handle: (call) => ({ path, given: Object.values(call.path as object) as string[] }),
  });
};
/** Parameters come before the fixed text that they would match. */
const paths = [
  '/alerts/{id}',
  '/alerts',
  '/alerts/changes',
  '/{kind}/{id}/rotate',
  '/alerts/{id}/{part}',
  '/alerts/changes/{part}.json',
  '/alerts/changes/last-{part}.json',
  '/docs/a+b(c)*:d!.js',
  '/',
];

describe('routes', () => {
  const services: Record<string, Running> = {};
  before(async () => {
    for (const [name, bind] of Object.entries(bindings))
      services[name] = await run(bind(paths.map(named), { log: silentLog }));
  });
  after(() => Promise.all(Object.values(services).map((service) => service.close())));

  const answer = async (name: string, path: string) => {
    const { status, headers, body } = await services[name].ask(`/api/v1${path}`);
    return { status, location: headers.location, body: status === 404 ? '' : body.toString() };
  };

  for (const name of Object.keys(bindings)) {
    it(`prefer fixed text to parameters behind ${name}, whatever the order of their definitions`, async () => {
      const found = async (path: string) => {
        const { path: route, given } = JSON.parse((await answer(name, path)).body) as { path: string; given: string[] };
        return [route, ...given];
      };
      expect(await found('/alerts/changes')).to.deep.equal(['/alerts/changes']);
      expect(await found('/alerts/7')).to.deep.equal(['/alerts/{id}', '7']);
      expect(await found('/alerts/7/rotate')).to.deep.equal(['/alerts/{id}/{part}', '7', 'rotate']);
      expect(await found('/hooks/7/rotate')).to.deep.equal(['/{kind}/{id}/rotate', 'hooks', '7']);
      expect(await found('/alerts/changes/last-7.json')).to.deep.equal(['/alerts/changes/last-{part}.json', '7']);
      expect(await found('/alerts/changes/7.json')).to.deep.equal(['/alerts/changes/{part}.json', '7']);
      expect(await found('/docs/a+b(c)*:d!.js')).to.deep.equal(['/docs/a+b(c)*:d!.js']);
    });

    it(`get the texts of parameters as they are encoded behind ${name}`, async () => {
      expect((await answer(name, '/alerts/a%2Fb%25')).body).to.contain('["a/b%"]');
      expect((await answer(name, '/alerts/a%2fb/c%20d')).body).to.contain('["a/b","c d"]');
      for (const broken of ['/alerts/%', '/alerts/%zz', '/alerts/%ff', '/alerts/a%2']) {
        const { status, body } = await answer(name, broken);
        expect(status, broken).to.equal(422);
        expect(body).to.contain('Input should be percent-encoded UTF-8');
      }
    });

    it(`cannot be two of one form behind ${name}`, () => {
      const twins = ['/alerts/{id}', '/alerts/{name}'].map(named);
      expect(() => bindings[name](twins, { log: silentLog })).to.throw('/alerts/{name} from /alerts/{id}');
    });
  }

  it('are the same behind both bindings, for any path', async () => {
    const part = fc.constantFrom(
      'alerts',
      'changes',
      'rotate',
      'last-7.json',
      'last-.json',
      '.json',
      '7',
      '',
      '%',
      '%2F',
      'Alerts',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 5 }), async (parts) => {
        const path = parts.map((each) => `/${each}`).join('');
        expect(await answer('koa', path), path).to.deep.equal(await answer('bare', path));
      }),
      { numRuns: 500 },
    );
  });
});
