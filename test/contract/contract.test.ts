import { expect } from 'chai';
import { apiEndpoints } from '@severe/api';
import { responseProblems } from '@severe/http';
import { startTestApi, type TestService } from '@severe/api/testing/service';
import { onEachDatabase } from '@severe/db/testing/each-database';
import { storeStormDay } from '@severe/db/testing/storm-day';
import { valuesOf, type Contract, type Rule } from './contract.ts';
import { contracts } from './rows/index.ts';

/** A parameter in the OpenAPI document. */
interface Parameter {
  name: string;
  schema: Record<string, unknown>;
}

onEachDatabase('contract', (open) => {
  let service: TestService;
  let paths: Record<string, { get: { parameters: Parameter[] } }>;
  before(async function () {
    this.timeout(60_000);
    service = await startTestApi(undefined, open);
    await storeStormDay(service.db);
    ({ paths } = (await service.ask('/api/v1/openapi.json')).json());
  });
  after(() => service?.close());

  const documented = (template: string): Parameter[] => paths[template].get.parameters;

  for (const contract of contracts) {
    const template = contract.template ?? contract.path;
    const endpoint = apiEndpoints.find(({ path }) => path === template)!;
    const ask = (query = '') => {
      const search = [contract.always, query].filter(Boolean).join('&');
      return service.ask(`/api/v1${contract.path}${search === '' ? '' : `?${search}`}`);
    };

    describe(template, () => {
      it('responds as specified, and is in the OpenAPI document', async () => {
        const { status, headers, json } = await ask();
        expect(status).to.equal(200);
        expect(headers['content-type']).to.equal(contract.media);
        const n = contract.cache;
        expect(headers['cache-control']).to.equal(
          `public, max-age=${n}, stale-while-revalidate=${n}, stale-if-error=300`,
        );
        expect(headers.etag).to.match(/^"[^"]+"$/);
        expect(headers.vary).to.include('Accept-Encoding');
        expect(headers['x-request-id']).to.be.a('string');
        expect(responseProblems(endpoint, json())).to.deep.equal([]);
        const names = documented(template).map(({ name }) => name);
        expect(names).to.include.members(Object.keys(contract.params));
      });

      it('refuses other methods and ignores unknown parameters', async () => {
        const put = await service.ask(`/api/v1${contract.path}`, {}, 'PUT');
        expect([put.status, put.headers.allow]).to.deep.equal([405, 'GET, HEAD, OPTIONS']);
        expect((await ask('format=xml&constructor=1&x=%80')).headers.etag).to.equal((await ask()).headers.etag);
      });

      for (const [name, rule] of Object.entries(contract.params)) {
        it(`accepts ${name} within its bounds and refuses it beyond them`, () => checkParameter(name, rule));
      }

      if ('point' in contract.params) {
        it('accepts a radius with a unit, up to 1000 km, and only with a point', async () => {
          for (const radius of ['1m', '50km', '30mi', '20nmi', '1000km', '50 KM']) {
            expect((await ask(`point=35,-97&radius=${encodeURIComponent(radius)}`)).status, radius).to.equal(200);
          }
          for (const radius of ['50', '0km', '-1km', '1001km', 'km', '', '5ft']) {
            expect((await ask(`point=35,-97&radius=${radius}`)).status, radius).to.equal(400);
          }
          expect((await ask('radius=50km')).status).to.equal(400);
        });
      }
      if ('start' in contract.params) {
        it('refuses a time range that ends before it starts', async () => {
          expect((await ask('start=2026-05-21&end=2026-05-20')).status).to.equal(400);
          expect((await ask('start=2026-05-20&end=2026-05-20')).status).to.equal(200);
        });
      }
      for (const [paths = [], status] of [
        [contract.missing, 404],
        [contract.malformed, 422],
      ] as const) {
        for (const path of paths) {
          it(`responds to ${path} with ${status}`, async () => {
            const { status: got, json, headers } = await service.ask(`/api/v1${path}`);
            expect([got, headers['cache-control']]).to.deep.equal([status, 'no-store']);
            expect(json().detail).to.be.a(status === 404 ? 'string' : 'array');
          });
        }
      }
    });

    async function checkParameter(name: string, rule: Rule): Promise<void> {
      const { good, bad } = valuesOf(rule);
      const request = (text: string) => ask(`${name}=${encodeURIComponent(text)}`);
      for (const text of good) {
        const { status, json } = await request(text);
        expect(status, `${name}=${text.slice(0, 60)}`).to.equal(200);
        expect(responseProblems(endpoint, json()), text).to.deep.equal([]);
      }
      for (const [text, status] of bad) {
        const response = await request(text);
        expect(response.status, `${name}=${text.slice(0, 60)}`).to.equal(status);
        const { detail } = response.json() as { detail: string | { loc: string[] }[] };
        if (status === 400) expect(detail, text).to.be.a('string');
        else expect((detail as { loc: string[] }[])[0].loc, text).to.deep.equal(['query', name]);
      }
      const once = `${name}=${encodeURIComponent(good[0])}`;
      expect((await ask(`${once}&${once}`)).status, `${name} twice`).to.equal(422);
      await checkDefault(name, rule);
    }

    async function checkDefault(name: string, rule: Rule): Promise<void> {
      const { schema } = documented(template).find((each) => each.name === name)!;
      const wanted = 'default' in rule ? rule.default : undefined;
      expect(schema['default'], `default of ${name}`).to.equal(wanted);
      if (wanted === undefined) return;
      expect((await ask(`${name}=${wanted}`)).body.equals((await ask()).body), `${name}=${wanted}`).to.equal(true);
    }
  }

  it('has a row for every list with spatial parameters', () => {
    const rows = new Set(contracts.map(({ path, template = path }: Contract) => template));
    // Tables and feeds are forms of lists, with their parameters: `packages/api/test/doors`.
    const placed = apiEndpoints.filter(
      ({ query, response }) => 'json' in response && 'bbox' in query && 'point' in query,
    );
    expect(placed.map(({ path }) => path).filter((path) => !rows.has(path))).to.deep.equal([]);
  });
});
