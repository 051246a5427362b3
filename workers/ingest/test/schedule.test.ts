import { createClock, DataError, silentLog, UpstreamError } from '@severe/base';
import { until } from '@severe/testing/until';
import { expect } from 'chai';
import { errors } from 'undici';
import { emptyReport, type Feed, type FeedContext } from '../src/feed.ts';
import { longestBackOff, nextRunMs, schedule } from '../src/schedule.ts';

/** Rows are not looked at here. */
const deadLetters = { record: async () => undefined };
const unknownWords = deadLetters;

describe('schedule', () => {
  it('keeps the cadence within a tenth', () => {
    expect(nextRunMs(20, { failures: 0, more: false }, 0)).to.equal(18_000);
    expect(nextRunMs(20, { failures: 0, more: false }, 1)).to.equal(22_000);
  });

  it('begins runs at the cadence, however long they take on a slow machine', () => {
    const waits = [0, 5_000, 19_000, 60_000].map((ranMs) => nextRunMs(20, { failures: 0, more: false, ranMs }, 0.5));
    expect(waits).to.deep.equal([20_000, 15_000, 2_000, 2_000]);
    expect(nextRunMs(20, { failures: 1, more: false, ranMs: 60_000 }, 0.5)).to.equal(20_000);
  });

  it('runs again soon while more files are listed', () => {
    expect(nextRunMs(3600, { failures: 0, more: true }, 0.5)).to.equal(2_000);
  });

  it('doubles the wait with every failure, up to ten minutes, and never polls faster than usual', () => {
    const waits = [1, 2, 3, 9].map((failures) => nextRunMs(20, { failures, more: true }, 0.5));
    expect(waits).to.deep.equal([20_000, 40_000, 80_000, 600_000]);
    expect(nextRunMs(3600, { failures: 5, more: false }, 0.5)).to.equal(3_600_000);
  });

  it('asks a provider that has failed for hours again within the time in which its source brings new data', () => {
    const longest = (source: string, everySeconds: number) => longestBackOff({ source, everySeconds }) / 1000;
    expect([longest('alerts', 30), longest('lightning', 20), longest('radar', 20)]).to.deep.equal([60, 60, 120]);
    expect([longest('outlooks', 300), longest('places', 86_400)]).to.deep.equal([600, 600]);
    const waits = [2, 3, 9].map((failures) =>
      nextRunMs(
        30,
        { failures, more: false, longestBackOffMs: longestBackOff({ source: 'alerts', everySeconds: 30 }) },
        0.5,
      ),
    );
    expect(waits).to.deep.equal([60_000, 60_000, 60_000]);
  });

  it('waits for a failing provider no longer than that', async () => {
    const waits = await waitsAfter('a source without a cadence', () => new UpstreamError('host', 'no answer'));
    for (const wait of waits.slice(1)) expect(wait).to.be.within(36, 44); // twice the cadence of the feed
  });

  it('waits as long as the provider asks', () => {
    expect(nextRunMs(20, { failures: 1, more: false, retryAfterSeconds: 300 }, 0.5)).to.equal(300_000);
  });

  it('retries soon while a store is unavailable, however long and however rarely the feed runs', () => {
    for (const failures of [1, 9]) {
      expect(nextRunMs(3600, { failures, more: false, storeAway: true }, 0.5)).to.equal(15_000);
    }
    expect(nextRunMs(5, { failures: 1, more: false, storeAway: true }, 0.5)).to.equal(5_000);
  });

  it('does not record a run that made no request', async () => {
    const recorded: string[] = [];
    let enough = () => {};
    const done = new Promise<void>((resolve) => (enough = resolve));
    let runs = 0;
    const feed: Feed = {
      id: 'second', source: 'watches', about: '', everySeconds: 0.01,
      run: async () => ({ ...emptyReport(), ...(++runs < 3 ? { isIdle: true } : {}) }),
    }; // prettier-ignore
    const record = async () => {
      recorded.push(`run ${runs}`);
      enough();
    };
    const context = { db: { sourceRuns: { record } }, clock: () => new Date(), log: silentLog };
    const stop = schedule([feed], context as unknown as FeedContext);
    await done;
    await stop();
    expect(recorded[0]).to.equal('run 3');
  });

  it('makes and records no run while a feed is full', async () => {
    const recorded: string[] = [];
    let enough = () => {};
    const done = new Promise<void>((resolve) => (enough = resolve));
    let asked = 0;
    let runs = 0;
    const feed: Feed = {
      id: 'full', source: 'hrrr', about: '', everySeconds: 0.01,
      isFull: async () => ++asked === 1,
      run: async () => (runs++, emptyReport()),
    }; // prettier-ignore
    const record = async () => {
      recorded.push(`asked ${asked}, run ${runs}`);
      enough();
    };
    const context = {
      db: { sourceRuns: { record }, deadLetters, unknownWords },
      clock: () => new Date(),
      log: silentLog,
    };
    const stop = schedule([feed], context as unknown as FeedContext);
    await done;
    await stop();
    expect(recorded[0]).to.equal('asked 2, run 1');
  }).timeout(10_000);

  /** The waits after the first runs of a feed that fails with this error, in milliseconds. */
  async function waitsAfter(source: string, error: () => Error): Promise<number[]> {
    const now = new Date('2026-05-20T22:00:00Z');
    const waits: number[] = [];
    let enough = () => {};
    const recorded = new Promise<void>((resolve) => (enough = resolve));
    const feed: Feed = { id: source, source, about: '', everySeconds: 0.02, run: () => Promise.reject(error()) };
    const record = async ({ nextRunAt }: { nextRunAt: Date }) => {
      if (waits.push(nextRunAt.getTime() - now.getTime()) === 4) enough();
    };
    const context = { db: { sourceRuns: { record }, deadLetters, unknownWords }, clock: () => now, log: silentLog };
    const stop = schedule([feed], context as unknown as FeedContext);
    await recorded;
    await stop();
    return waits.slice(0, 4);
  }

  const timeout = () => {
    const cause = Object.assign(new Error('aborted'), { name: 'TimeoutError' });
    return new UpstreamError('host', 'host does not respond', { cause });
  };

  const connectTimeout = () => {
    const cause = new TypeError('fetch failed', { cause: new errors.ConnectTimeoutError() });
    return new UpstreamError('host', 'host does not respond', { cause });
  };

  for (const [what, source, error] of [
    ['a fault of this service', 'reports', () => new TypeError('a mistake')],
    ['a timeout, which a busy machine can cause', 'reports', timeout],
    ['a timeout of a connection', 'radar', connectTimeout],
    ['invalid radar data, since the provider answers', 'radar', () => new DataError('listing', 'invalid')],
    ['invalid alerts, since the provider answers', 'alerts', () => new DataError('json', 'invalid')],
  ] as const) {
    it(`keeps the cadence after ${what}`, async () => {
      for (const wait of await waitsAfter(source, error)) expect(wait).to.be.within(17, 40);
    });
  }

  for (const [what, source, error] of [
    ['a provider that is away', 'radar', () => new UpstreamError('host', 'host answers 500')],
    ['invalid data of other sources', 'reports', () => new DataError('json', 'invalid')],
  ] as const) {
    it(`asks less and less often after ${what}`, async () => {
      const waits = await waitsAfter(source, error);
      expect(waits[3]).to.be.within(140, 180);
    });
  }

  it('runs alerts and radar while all others wait', async () => {
    const running = new Set<string>();
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const feedOf = (id: string, source: string): Feed => ({
      id,
      source,
      about: '',
      everySeconds: 60,
      async run() {
        running.add(id);
        await released;
        return emptyReport();
      },
    });
    const others = Array.from({ length: 20 }, (_, i) => feedOf(`other ${i}`, 'reports'));
    const feeds = [...others, feedOf('mosaics', 'radar'), feedOf('warnings', 'alerts')];
    const db = { sourceRuns: { record: async () => undefined }, deadLetters, unknownWords };
    const stop = schedule(feeds, { db, clock: createClock(), log: silentLog } as unknown as FeedContext);
    await until(() => running.size >= 10);
    await new Promise((done) => setTimeout(done, 20)); // an eleventh would have begun
    expect([running.has('mosaics'), running.has('warnings'), running.size]).to.deep.equal([true, true, 10]);
    release();
    await stop();
  });

  it('lets others run while slow providers are waited for', async function () {
    this.timeout(60_000);
    const running = new Set<string>();
    let release = () => {};
    const answered = new Promise<void>((resolve) => (release = resolve));
    const fetcher = { text: () => answered };
    const feedOf = (id: string): Feed => ({
      id,
      source: 'reports',
      about: '',
      everySeconds: 60,
      async run(given) {
        running.add(id);
        await given.fetcher.text('https://slow.example');
        return emptyReport();
      },
    });
    const feeds = Array.from({ length: 12 }, (_, i) => feedOf(`feed ${i}`));
    const db = { sourceRuns: { record: async () => undefined }, deadLetters, unknownWords };
    const context = { db, fetcher, clock: createClock(), log: silentLog } as unknown as FeedContext;
    const stop = schedule(feeds, context);
    await until(() => running.size === 8);
    await until(() => running.size === 12);
    release();
    await stop();
  });

  it('lets a feed stand back at a start, and a stop end that wait', async () => {
    const ran: string[] = [];
    const feedOf = (id: string, startDelaySeconds: number): Feed => ({
      id,
      source: id,
      about: '',
      everySeconds: 60,
      startDelaySeconds,
      run: async () => {
        ran.push(id);
        return emptyReport();
      },
    });
    const feeds = [feedOf('late', 0.02), feedOf('first', 0), feedOf('never', 60)];
    let both = () => {};
    const recorded = new Promise<void>((resolve) => (both = resolve));
    const db = { sourceRuns: { record: async () => ran.length === 2 && both() }, deadLetters, unknownWords };
    const stop = schedule(feeds, { db, clock: createClock(), log: silentLog } as unknown as FeedContext);
    await recorded;
    await stop();
    expect(ran).to.deep.equal(['first', 'late']);
  });

  /** What is recorded of a run that ends like this. */
  async function problemAfter(run: Feed['run']): Promise<string | undefined> {
    let end = (_problem: string | undefined) => {};
    const recorded = new Promise<string | undefined>((resolve) => (end = resolve));
    const record = async ({ failure }: { failure?: { problem: string } }) => end(failure?.problem);
    const db = { sourceRuns: { record }, deadLetters, unknownWords };
    const feed: Feed = { id: 'f', source: 's', about: '', everySeconds: 60, run };
    const stop = schedule([feed], { db, clock: createClock(), log: silentLog } as unknown as FeedContext);
    const problem = await recorded;
    await stop();
    return problem;
  }

  it('tells why a run failed, and never takes an empty part for good news', async () => {
    const empty = { what: 'day 1', why: 'expected areas, got none', code: 'suspicious' };
    const failing = (error: Error) => () => Promise.reject(error);
    const cases: [string | undefined, Feed['run']][] = [
      ['empty', failing(new DataError('suspicious', 'expected alerts, got an empty list'))],
      ['empty', async () => ({ ...emptyReport(), new: 5, refused: [empty] })], // although other parts are new
      ['empty', async () => ({ ...emptyReport(), isResponseValid: true, refused: [empty] })],
      ['unavailable', failing(new UpstreamError('host', 'host answers 503'))],
      ['unavailable', failing(new DataError('gone', 'host answers 404'))],
      ['unreadable', failing(new DataError('json', 'expected JSON'))],
      ['internal', failing(new UpstreamError('database', 'away'))],
      ['internal', failing(new TypeError('a mistake'))],
      ['unreadable', async () => ({ ...emptyReport(), unchanged: 5, refused: [{ what: 'file', why: 'cut', code: 'json' }] })],
      ['unreadable', async () => ({ ...emptyReport(), refused: [{ what: 'one', why: 'cut short' }] })],
      [undefined, async () => ({ ...emptyReport(), new: 5, refused: [{ what: 'one', why: 'cut short' }] })],
      [undefined, async () => ({ ...emptyReport(), changed: 5, refused: [{ what: 'one', why: 'cut short' }] })],
      [undefined, async () => ({ ...emptyReport(), unchanged: 5, refused: [{ what: 'one', why: 'cut short' }] })],
    ]; // prettier-ignore
    for (const [problem, run] of cases) expect(await problemAfter(run)).to.equal(problem);
  });

  it('records the words that a feed does not know', async () => {
    const recorded: unknown[] = [];
    const report = { ...emptyReport(), new: 1, unknownWords: [{ field: 'basin', word: 'Pacific', count: 3 }] };
    let isRecorded = () => {};
    const run = new Promise<void>((resolve) => (isRecorded = resolve));
    const record = async (_feed: unknown, words: unknown) => {
      recorded.push(words);
      isRecorded();
    };
    const db = { sourceRuns: deadLetters, deadLetters, unknownWords: { record } };
    const feed: Feed = { id: 'f', source: 's', about: '', everySeconds: 60, run: async () => report };
    const stop = schedule([feed], { db, clock: createClock(), log: silentLog } as unknown as FeedContext);
    await run;
    await stop();
    expect(recorded).to.deep.equal([report.unknownWords]);
  });

  it('runs one of a feed at a time, records success and failure, and ends what runs when it is stopped', async () => {
    const recorded: { feed: string; failure?: { problem: string; error: string } }[] = [];
    let running = 0;
    let maxConcurrent = 0;
    let runs = 0;
    let enough = () => {};
    const ran = new Promise<void>((resolve) => (enough = resolve));
    const feed: Feed = {
      id: 'f',
      source: 's',
      about: '',
      everySeconds: 0.001,
      async run() {
        maxConcurrent = Math.max(maxConcurrent, ++running);
        await new Promise((resolve) => setTimeout(resolve, 2));
        running--;
        if (++runs === 2) throw new UpstreamError('host', 'host is away');
        if (runs === 3) return { ...emptyReport(), refused: [{ what: 'file', why: 'cut short' }] };
        if (runs > 4) enough();
        return { ...emptyReport(), new: 1 };
      },
    };
    const record = async (run: (typeof recorded)[number]) => void recorded.push(run);
    const db = { sourceRuns: { record }, deadLetters, unknownWords };
    const stop = schedule([feed], { db, clock: createClock(), log: silentLog } as unknown as FeedContext);
    await ran;
    await stop();
    expect(running).to.equal(0);
    expect(maxConcurrent).to.equal(1);
    expect(recorded.slice(0, 4).map(({ feed: id, failure }) => [id, failure])).to.deep.equal([
      ['f', undefined],
      ['f', { problem: 'unavailable', error: 'host is away' }],
      ['f', { problem: 'unreadable', error: 'cut short' }],
      ['f', undefined],
    ]);
  });
});
