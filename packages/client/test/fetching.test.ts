import { expect } from 'chai';
import { withKey, withMemory, withRetries } from '../src/fetching.ts';

/** Answers in turn, the last one for ever, and what was asked. */
function answers(...turns: (() => Response)[]) {
  const asked: Request[] = [];
  const fetch = async (request: Request) => {
    asked.push(request);
    return turns[Math.min(asked.length, turns.length) - 1]();
  };
  return { asked, fetch };
}
const url = 'https://wx.example.org/api/v1/alerts';
const busy = (status: number, wait?: string) => () =>
  new Response('{}', { status, headers: wait === undefined ? {} : { 'Retry-After': wait } });
const good = () => new Response('{"n":1}', { headers: { ETag: '"a"', 'Content-Type': 'application/json' } });

describe('client/fetching', () => {
  it('sends the key', async () => {
    const { asked, fetch } = answers(good);
    await withKey(fetch, 'sev_abc')(new Request(url));
    expect(asked[0].headers.get('X-API-Key')).to.equal('sev_abc');
  });

  describe('with retries', () => {
    const options = { retries: 2, longestWait: 60 };

    it('asks again after the time that was asked for, with the same body', async () => {
      const { asked, fetch } = answers(busy(429, '0'), busy(503, '0'), good);
      const { status } = await withRetries(fetch, options)(new Request(url, { method: 'POST', body: 'points' }));
      expect([status, asked.length]).to.deep.equal([200, 3]);
      expect(await asked[2].text()).to.equal('points');
    });

    it('gives the refusal when it has asked often enough', async () => {
      const { asked, fetch } = answers(busy(429, '0'));
      expect((await withRetries(fetch, options)(new Request(url))).status).to.equal(429);
      expect(asked.length).to.equal(3);
    });

    it('does not wait for longer than it may, nor where no time is named, nor for other errors', async () => {
      for (const turn of [busy(429, '61'), busy(503), busy(503, 'soon'), busy(500, '0'), busy(404, '0')]) {
        const { asked, fetch } = answers(turn, good);
        await withRetries(fetch, options)(new Request(url));
        expect(asked.length).to.equal(1);
      }
    });

    it('ends when the call is aborted while it waits', async () => {
      const { asked, fetch } = answers(busy(503, '30'), good);
      const signal = AbortSignal.timeout(20);
      const error = await withRetries(fetch, options)(new Request(url, { signal })).catch((reason: Error) => reason);
      expect([(error as Error).name, asked.length]).to.deep.equal(['TimeoutError', 1]);
    });
  });

  describe('with memory', () => {
    const unchanged = () => new Response(undefined, { status: 304 });

    it('gives what it knows where nothing has changed', async () => {
      const { asked, fetch } = answers(good, unchanged);
      const remembering = withMemory(fetch, 10);
      for (let times = 0; times < 3; times++) {
        const response = await remembering(new Request(url));
        expect([response.status, await response.json()]).to.deep.equal([200, { n: 1 }]);
      }
      expect(asked.map(({ headers }) => headers.get('If-None-Match'))).to.deep.equal([null, '"a"', '"a"']);
    });

    it('forgets what was not asked for the longest', async () => {
      const { asked, fetch } = answers(good);
      const remembering = withMemory(fetch, 2);
      for (const at of [1, 2, 1, 3, 1, 2]) await remembering(new Request(`${url}/${at}`));
      const known = asked.map(({ headers }) => headers.has('If-None-Match'));
      expect(known).to.deep.equal([false, false, true, false, true, false]); // 3 has taken the place of 2
    });

    it('knows nothing of errors and of what is sent', async () => {
      const { asked, fetch } = answers(busy(404));
      const remembering = withMemory(fetch, 2);
      await remembering(new Request(url));
      expect((await remembering(new Request(url))).status).to.equal(404);
      await remembering(new Request(url, { method: 'POST' }));
      expect(asked.some(({ headers }) => headers.has('If-None-Match'))).to.equal(false);
    });
  });
});
