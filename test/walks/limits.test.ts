import { Agent, request } from 'node:http';
import { expect } from 'chai';
import { requireService } from '@severe/testing/services';
import { startWalk, type Walk } from './support/service.ts';

/** Statuses of concurrent requests, all sent before the first response. */
async function statusesOf(urls: string[], agent: Agent): Promise<Map<number, number>> {
  const statuses = await Promise.all(
    urls.map(
      (url) =>
        new Promise<number>((resolve, reject) => {
          const sent = request(url, { agent }, (response) => {
            response.resume();
            response.on('end', () => resolve(response.statusCode!));
          });
          sent.on('error', reject);
          sent.end();
        }),
    ),
  );
  const counts = new Map<number, number>();
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  return counts;
}

describe('the rate limit of one address', function () {
  this.timeout(60_000);
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  const walks: Walk[] = [];
  const start = async (env: Record<string, string>): Promise<Walk> => {
    const walk = await startWalk({ env: { RATE_LIMIT_ANONYMOUS: '300', TRUST_PROXY: '1', ...env } });
    walks.push(walk);
    return walk;
  };
  afterEach(async () => {
    for (const walk of walks.splice(0)) await walk.close();
  });
  after(() => agent.destroy());

  /** Alternating requests of the API and the tile server, of each service in turn. */
  const paths = ['/api/v1/radar/products', '/api/v1/'];
  const thousand = (urls: string[]) =>
    Array.from({ length: 1000 }, (_, i) => urls[i % urls.length] + paths[Math.floor(i / urls.length) % paths.length]);

  it('serves exactly 300 of 1,000 concurrent requests', async () => {
    const { url } = await start({});
    expect(await statusesOf(thousand([url]), agent)).to.deep.equal(
      new Map([
        [200, 300],
        [429, 700],
      ]),
    );

    const refused = await fetch(`${url}/api/v1/`, { headers: { origin: 'https://other.example' } });
    expect(await refused.json()).to.deep.equal({ detail: 'Rate limit exceeded: 300 requests per minute' });
    expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 60);
    expect(refused.headers.get('access-control-expose-headers')).to.include('RateLimit-Policy');
    expect((await fetch(`${url}/readyz`)).status).to.equal(200);
    const other = await fetch(`${url}/api/v1/`, { headers: { 'x-forwarded-for': '2001:db8::1' } });
    expect([other.status, other.headers.get('x-ratelimit-remaining')]).to.deep.equal([200, '299']);
  });

  it('serves exactly 300 of 1,000 if two services share a Redis', async function () {
    const env = await requireService(this, 'redis');
    const urls = [(await start(env)).url, (await start(env)).url];
    expect(await statusesOf(thousand(urls), agent)).to.deep.equal(
      new Map([
        [200, 300],
        [429, 700],
      ]),
    );
  });
});
