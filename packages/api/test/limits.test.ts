import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { ratePolicy, type CountedAs } from '@severe/http';
import { startTestApi, type TestService } from './support/service.ts';

describe('limits in front of the API', () => {
  const pagesDir = mkdtempSync(join(tmpdir(), 'severe-pages-'));
  const counted: CountedAs[] = [];
  const keys: unknown[] = [];
  let allowed = true;
  let service: TestService;
  before(async function () {
    this.timeout(60_000);
    writeFileSync(join(pagesDir, 'index.html'), '<p>map</p>');
    service = await startTestApi(() => ({
      pagesDir,
      limit({ headers }, as) {
        keys.push(headers['x-api-key']);
        counted.push(as);
        return { policy: ratePolicy('anonymous', 300), allowed, remaining: 7, freedInMs: 1000 };
      },
    }));
  });
  beforeEach(() => {
    counted.length = keys.length = 0;
    allowed = true;
  });
  after(async () => {
    await service?.close();
    rmSync(pagesDir, { recursive: true });
  });

  it('count every endpoint, and unknown paths below the same prefix', async () => {
    for (const [path, status] of [
      ['/api/v1/meta/sources', 200],
      ['/api/v1/', 200],
      ['/api/v1/docs', 200],
      ['/api/v1/nope', 404],
      ['/api/v1/geocode/reverse', 422],
    ] as const) {
      const { status: got, headers } = await service.ask(path);
      expect([got, headers['x-ratelimit-remaining']], path).to.deep.equal([status, '7']);
    }
    expect(counted.length).to.equal(5);
  });

  it('reject requests beyond the limit, also on unknown paths', async () => {
    allowed = false;
    for (const path of ['/api/v1/meta/sources', '/api/v1/nope']) {
      const { status, headers, json } = await service.ask(path);
      expect([status, json()], path).to.deep.equal([429, { detail: 'Rate limit exceeded: 300 requests per minute' }]);
      expect(headers, path).to.include({ 'retry-after': '1', 'cache-control': 'no-store', 'x-ratelimit-limit': '300' });
    }
  });

  it('count the dearest requests once', async () => {
    const place = 'lat=35.22&lon=-97.44';
    const paths = ['alerts?limit=1000', 'lightning?limit=20000', `briefing/timeline?hours=48&${place}`];
    for (const path of paths) {
      const { headers } = await service.ask(`/api/v1/${path}`);
      expect(headers, path).to.not.have.property('x-ratelimit-cost');
    }
    expect(counted).to.deep.equal(['request', 'request', 'request']);
  });

  it('exempt probes and preflights', async () => {
    allowed = false;
    for (const [path, status, method] of [
      ['/healthz', 200, 'GET'],
      ['/readyz', 200, 'GET'],
      ['/nope', 404, 'GET'],
      ['/api/v1/meta/sources', 204, 'OPTIONS'],
      ['/api/v1/nope', 404, 'OPTIONS'],
    ] as const) {
      const got = await service.ask(path, {}, method);
      expect(got.status, path).to.equal(status);
      expect(got.headers, path).to.not.have.property('x-ratelimit-limit');
    }
    expect(counted).to.deep.equal([]);
  });

  it('count the files of the pages on their own, by address alone', async () => {
    const { status, headers } = await service.ask('/', { 'X-API-Key': 'whatever' });
    expect([status, counted, keys]).to.deep.equal([200, ['page'], [undefined]]);
    expect(headers).to.include({ 'x-ratelimit-remaining': '7' });
    allowed = false;
    expect((await service.ask('/')).status).to.equal(429);
  });
});
