import { expect } from 'chai';
import { withKey, withCache, withRetries } from '../src/fetching.ts';

/** Returns the responses in turn, the last one repeatedly, and records the requests. */
function responses(...turns: (() => Response)[]) {
  const requests: Request[] = [];
  const fetch = async (request: Request) => {
    requests.push(request);
    return turns[Math.min(requests.length, turns.length) - 1]();
  };
  return { requests, fetch };
}
const url = 'https://wx.example.org/api/v1/alerts';
const busy = (status: number, wait?: string) => () =>
  new Response('{}', { status, headers: wait === undefined ? {} : { 'Retry-After': wait } });
const ok = () => new Response('{"n":1}', { headers: { ETag: '"a"', 'Content-Type': 'application/json' } });

describe('client/fetching', () => {
  it('sends the API key', async () => {
    const { requests, fetch } = responses(ok);
    await withKey(fetch, 'sev_abc')(new Request(url));
    expect(requests[0].headers.get('X-API-Key')).to.equal('sev_abc');
  });

  describe('with retries', () => {
    const options = { retries: 2, longestWait: 60 };

    it('retries after the requested time, with the same body', async () => {
      const { requests, fetch } = responses(busy(429, '0'), busy(503, '0'), ok);
      const { status } = await withRetries(fetch, options)(new Request(url, { method: 'POST', body: 'points' }));
      expect([status, requests.length]).to.deep.equal([200, 3]);
      expect(await requests[2].text()).to.equal('points');
    });

    it('returns the refusal after the last retry', async () => {
      const { requests, fetch } = responses(busy(429, '0'));
      expect((await withRetries(fetch, options)(new Request(url))).status).to.equal(429);
      expect(requests.length).to.equal(3);
    });

    it('does not retry after too long a wait, without Retry-After, or after other errors', async () => {
      for (const turn of [busy(429, '61'), busy(503), busy(503, 'soon'), busy(500, '0'), busy(404, '0')]) {
        const { requests, fetch } = responses(turn, ok);
        await withRetries(fetch, options)(new Request(url));
        expect(requests.length).to.equal(1);
      }
    });

    it('ends when the call is aborted while waiting', async () => {
      const { requests, fetch } = responses(busy(503, '30'), ok);
      const signal = AbortSignal.timeout(20);
      const error = await withRetries(fetch, options)(new Request(url, { signal })).catch((reason: Error) => reason);
      expect([(error as Error).name, requests.length]).to.deep.equal(['TimeoutError', 1]);
    });
  });

  describe('with a cache', () => {
    const unchanged = () => new Response(undefined, { status: 304 });

    it('returns the cached response if it is unchanged', async () => {
      const { requests, fetch } = responses(ok, unchanged);
      const caching = withCache(fetch, 10);
      for (let times = 0; times < 3; times++) {
        const response = await caching(new Request(url));
        expect([response.status, await response.json()]).to.deep.equal([200, { n: 1 }]);
      }
      expect(requests.map(({ headers }) => headers.get('If-None-Match'))).to.deep.equal([null, '"a"', '"a"']);
    });

    it('drops the least recently used response', async () => {
      const { requests, fetch } = responses(ok);
      const caching = withCache(fetch, 2);
      for (const at of [1, 2, 1, 3, 1, 2]) await caching(new Request(`${url}/${at}`));
      const cached = requests.map(({ headers }) => headers.has('If-None-Match'));
      expect(cached).to.deep.equal([false, false, true, false, true, false]); // 3 has taken the place of 2
    });

    it('caches neither errors nor POST requests', async () => {
      const { requests, fetch } = responses(busy(404));
      const caching = withCache(fetch, 2);
      await caching(new Request(url));
      expect((await caching(new Request(url))).status).to.equal(404);
      await caching(new Request(url, { method: 'POST' }));
      expect(requests.some(({ headers }) => headers.has('If-None-Match'))).to.equal(false);
    });
  });
});
