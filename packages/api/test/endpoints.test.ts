import { expect } from 'chai';
import * as fc from 'fast-check';
import { apiEndpoints } from '@severe/api';
import { responseProblems, type Endpoint, type Param } from '@severe/http';
import { storeStormDay } from '@severe/db/testing/storm-day';
import { createApiKey } from '../src/access/api-key.ts';
import { ownOrigin, signUp } from './support/browser.ts';
import { insertHrrrFrame } from './support/hrrr-frame.ts';
import { startTestApi, type TestService } from './support/service.ts';

const published = apiEndpoints.filter(({ internal }) => !internal);

/** Values that match data, so that not every request is an error. */
const likely: Record<string, string> = {
  lat: '38.5',
  lon: '-97.5',
  hours: '2',
  bbox: '-100,30,-90,40',
  point: '35.2,-97.4',
  radius: '50km',
  state: 'ok',
  wfo: 'KOUN',
  start: '2026-05-20',
  end: '2026-05-21T00:00:00+02:00',
  as_of: '2026-05-20T22:18:05Z',
  limit: '1',
  minutes: '15',
  min_magnitude: '1.5',
  offset: '0',
  active: 'yes',
  event: 'tornado warning',
  since: '0.0',
  ids: 'OKC027',
  q: 'norman ok',
  country: 'US',
  day: '1',
  fips: '40027',
  slug: 'cleveland',
  kind: 'hospital,schools',
  alert_id: '1',
  days: '30',
  min_ef: 'EF2',
  station: 'oun',
  latest: 'true',
  recent_hours: '6',
  above_flood: 'no',
  basin: 'atlantic',
  office: 'KOUN',
};
/** Path values that match data. */
const pathTexts: Record<string, string> = {
  alert_id: '1',
  station: 'oun',
  id: '1',
  gauge_id: 'nrmo2',
  subject: 'warnings',
};

/** Texts for a parameter: valid, nearly valid and arbitrary ones. @param many number of parameters */
function textsFor(name: string, { json }: Param, many: number): fc.Arbitrary<string> {
  const { minimum = -1000, maximum = 1000 } = json as { minimum?: number; maximum?: number };
  const odd = fc.oneof(
    fc.integer({ min: Math.floor(minimum) - 2, max: Math.ceil(maximum) + 2 }).map(String),
    fc.double({ min: minimum, max: maximum, noNaN: true }).map(String),
    fc.double().map(String),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', '-0', '1e999', 'NaN', '0x1', '1;DROP TABLE frames', '%', '\0', '٣', 'null', '[]', '９'),
  );
  const [first = ''] = (json as { enum?: string[] }).enum ?? [];
  const wanted = fc.constant(likely[name] ?? first);
  return fc.oneof({ arbitrary: wanted, weight: 2 * many }, { arbitrary: odd, weight: 2 });
}

/** A query for an endpoint, usually encoded. */
function queryFor({ query }: Endpoint<any>): fc.Arbitrary<string> {
  const pairs = Object.entries(query).map(([name, param]) =>
    fc.option(
      textsFor(name, param, Object.keys(query).length).map(
        (text) => `${name}=${encodeURIComponent(text.replace(/\p{Surrogate}/gu, ''))}`,
      ),
      { freq: 6 },
    ),
  );
  const odd = fc.option(fc.constantFrom('x=%80', 'constructor=1', 'lat=%00', '&&=', '__proto__[a]=1', 'hours=%'), {
    freq: 1,
  });
  return fc.tuple(...pairs, odd).map((parts) => parts.filter(Boolean).join('&'));
}

describe('api/endpoints', () => {
  let service: TestService;
  before(async function () {
    this.timeout(60_000);
    service = await startTestApi();
    await insertHrrrFrame(service.db, '2026-05-20T22:00:00Z', 0);
  });
  before(() => storeStormDay(service.db));
  after(() => service?.close());

  it('have a summary, a tag and a cache rule each', () => {
    for (const { path, summary, tag, cache } of published) {
      expect(summary, path).to.match(/^[A-Z].*\.$/);
      expect(tag, path).to.not.equal('');
      expect(typeof cache === 'string' || cache.seconds > 0, path).to.equal(true);
    }
  });

  // the others need a session or change something, and have tests of their own
  const readable = published.filter(
    ({ path, method, ownPages }) => method === 'GET' && !ownPages && path !== '/stream',
  );
  for (const endpoint of readable) {
    it(`${endpoint.path} responds to any query with a valid body or a 4xx error`, async function () {
      this.timeout(60_000);
      const seen = new Set<number>();
      const numRuns = Object.keys(endpoint.query).length > 0 ? 150 : 5;
      await fc.assert(
        fc.asyncProperty(queryFor(endpoint), async (query) => {
          const path = endpoint.path.replace(/\{(\w+)\}/, (_, name: string) => pathTexts[name]);
          const { status, headers, json } = await service.ask(`/api/v1${path}?${query}`);
          seen.add(status);
          expect(status, query).to.be.oneOf([200, 400, 404, 422]);
          if (status !== 200) expect(json(), query).to.have.property('detail');
          else if ('json' in endpoint.response) expect(responseProblems(endpoint, json()), query).to.deep.equal([]);
          expect(headers['x-request-id'], query).to.be.a('string');
          if (status === 200) expect(headers['cache-control'], query).to.match(/^(public|no-store)/);
        }),
        { numRuns, examples: [['']] }, // the defaults are valid wherever nothing is required
      );
      expect([...seen]).to.include(200);
    });
  }

  describe('by their access rule', () => {
    const own = published.filter(({ ownPages }) => ownPages);
    const pathOf = (path: string): string => `/api/v1${path.replace(/\{\w+\}/g, '1')}`;
    const json = { 'Content-Type': 'application/json' };

    it('are for own pages below /auth, /account and /admin, and open elsewhere', () => {
      expect(own.length).to.be.greaterThan(14);
      for (const { path, access, ownPages, cache } of published) {
        const area = /^\/(auth|account|admin)\//.exec(path)?.[1];
        expect(ownPages, path).to.equal(area !== undefined);
        if (area !== undefined) expect(cache, path).to.equal('no-store');
        if (area === 'account') expect(access, path).to.equal('session');
        if (area === 'admin') expect(access, path).to.equal('admin');
        if (area === undefined) expect(access, path).to.equal('public');
      }
    });

    for (const { method, path, access } of own) {
      it(`${method} ${path} (${access}) is refused before its body and its parameters are read`, async () => {
        const user = await signUp(service);
        const broken = method === 'GET' ? undefined : '{"broken';
        const target = `/api/v1${path.replace(/\{\w+\}/g, 'x')}${method === 'GET' ? '?limit=x' : ''}`;
        const from = (headers: object) => service.ask(target, { ...json, ...headers }, method, broken);
        if (method !== 'GET') {
          expect((await from({ Origin: 'https://evil.example', Cookie: user.cookie })).status, 'foreign').to.equal(403);
          expect((await from({ Origin: 'null', Cookie: user.cookie })).status, 'null').to.equal(403);
        }
        if (access === 'public') return;
        const without = await from({ Origin: ownOrigin, 'X-API-Key': createApiKey().key });
        expect([without.status, without.json()]).to.deep.equal([401, { detail: 'Not authenticated' }]);
        if (access === 'session') return;
        const asUser = await from({ Origin: ownOrigin, Cookie: user.cookie });
        expect([asUser.status, asUser.json()]).to.deep.equal([403, { detail: 'Admin role required' }]);
      });

      it(`${method} ${path} sends no CORS headers and is not stored`, async () => {
        for (const each of [method, 'OPTIONS', 'PUT']) {
          const { headers } = await service.ask(pathOf(path), { ...json, Origin: 'https://a.example' }, each);
          expect(
            Object.keys(headers).filter((name) => name.startsWith('access-control')),
            each,
          ).to.deep.equal([]);
          if (each !== 'OPTIONS') expect(headers['cache-control'], each).to.equal('no-store');
        }
      });
    }
  });
});
