import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createReplayClock, silentLog, type ReplayClock } from '@severe/base';
import { createWriter, openRecording, type Recording } from '@severe/recording';
import { run, type Running } from '@severe/testing/serve';
import { expect } from 'chai';
import { emptyReport, type Feed, type FeedContext } from '../../src/feed.ts';
import { createDatTracks } from '../../src/feeds/damage-tracks/feed.ts';
import { createNwsAlerts } from '../../src/feeds/nws-alerts/feed.ts';
import { createHttpFetcher } from '../../src/fetch/http-fetcher.ts';
import { cadencePlan, play, recordedPlan, type Plan } from '../../src/replay/play.ts';
import { recordedFeed } from '../../src/replay/record.ts';
import { alertFeature, alertList } from '../feeds/nws-alerts/support.ts';
import { feedContext } from '../support/stand-ins.ts';

const from = new Date('2026-05-20T22:13:00Z');
const at = (seconds: number): Date => new Date(from.getTime() + seconds * 1000);
const speed = 2000;

const tornado = alertFeature();
const longer = alertFeature({ expires: '2026-05-20T17:50:00-05:00', sent: '2026-05-20T17:14:00-05:00' });
const storm = alertFeature({ id: 'urn:storm', event: 'Severe Thunderstorm Warning' }, { VTEC: undefined });
/** Lists of the provider from a second of the period on; undefined while it fails. */
const lists: [second: number, features: object[] | undefined][] = [
  [0, [tornado]],
  [75, [tornado, storm]],
  [135, undefined],
  [165, [longer, storm]],
  [225, [storm]],
];
/** Moments at which no feed runs. */
const moments = [20, 40, 80, 110, 140, 200, 235].map(at);

describe('a replay of a recording', () => {
  let provider: Running;
  let clock: ReplayClock;
  let dir: string;
  let recording: Recording;
  const known: { recorded?: object; replayed?: object } = {};
  const asked: string[] = [];

  /** Plays feeds on an empty database. @returns what is known of each moment, and the health of the sources */
  async function playOn(feeds: Feed[], plan: (feeds: Feed[]) => Plan, of: (feed: Feed) => Feed): Promise<object> {
    const { signal } = new AbortController();
    const { context, close } = await feedContext(
      createHttpFetcher({ providers: 'http://127.0.0.1:9' }, signal),
      clock.now,
    );
    try {
      await play(plan(feeds.map(of)), context, clock, signal);
      return {
        past: await Promise.all(moments.map((moment) => pastOf(context, moment))),
        health: await healthOf(context),
      };
    } finally {
      await close();
    }
  }

  const pastOf = async ({ db }: FeedContext, asOf: Date) =>
    (await db.alerts.searchPast({ active: true, at: asOf, asOf, limit: 100, offset: 0 })).rows;
  const healthOf = async ({ db }: FeedContext) =>
    (await db.sourceRuns.health(clock.now())).map(({ source, successRate1h, lastError }) => [
      source,
      successRate1h,
      lastError,
    ]);
  const newFeeds = () => [createNwsAlerts(), createDatTracks()];

  before(async function () {
    this.timeout(60_000);
    dir = mkdtempSync(join(tmpdir(), 'severe-replay-'));
    provider = await run((request, response) => {
      asked.push(request.url!);
      const features = request.url!.includes('alerts')
        ? lists.findLast(([second]) => at(second) <= clock.now())![1]
        : [];
      if (!features) return void response.writeHead(503).end();
      const etag = `"${features.length}-${features.indexOf(longer)}"`;
      if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end();
      response.writeHead(200, { etag, 'content-type': 'application/geo+json' }).end(alertList(features));
    });
    const { port } = provider.server.address() as { port: number };
    const { signal } = new AbortController();

    clock = createReplayClock({ from, to: at(240), speed });
    const of = { simulated: false, settings: {} };
    const writer = await createWriter({ dir, of, maxBytes: 1e6, clock: clock.now, log: silentLog });
    const means = { writer, settings: { providers: `http://127.0.0.1:${port}` }, clock: clock.now, signal };
    known.recorded = await playOn(
      newFeeds(),
      (feeds) => cadencePlan(feeds, from),
      (feed) => recordedFeed(feed, means),
    );
    await writer.close();
    await provider.close();

    recording = await openRecording(dir);
    clock = createReplayClock({ from, to: recording.to, speed });
    known.replayed = await playOn(
      newFeeds(),
      (feeds) => recordedPlan(recording, feeds),
      (feed) => feed,
    );
  });
  after(() => rmSync(dir, { recursive: true, force: true }));

  it('records what changes, what does not, and what fails', () => {
    const statuses = recording.runs.flatMap(({ answers }) => answers.map(({ status }) => status));
    expect(statuses).to.include.members([200, 503]);
    expect(recording.runs.map(({ feed }) => feed)).to.include.members(['nws-alerts', 'dat-tracks']);
    expect(asked.filter((url) => url.includes('alerts'))).to.have.length.above(6);
  });

  it('knows at each moment what was known then', () => {
    const { past } = known.recorded as { past: { event: string }[][] };
    const events = past.map((alerts) => alerts.length);
    expect(events, 'the period is not empty').to.deep.equal([1, 1, 1, 2, 2, 2, 2]);
    expect(known.replayed).to.deep.equal(known.recorded);
  });

  it('repeats the failures of the provider in the health of its source', () => {
    const { health } = known.replayed as { health: [string, number][] };
    expect(new Map(health.map(([source, rate]) => [source, rate])).get('alerts')).to.be.within(0.5, 0.9);
  });
});

describe('the end of a replay', () => {
  it('waits for all frames, those of models too', async () => {
    const { signal } = new AbortController();
    const end = createReplayClock({ from, to: at(60), speed });
    const { context, close } = await feedContext(
      createHttpFetcher({ providers: 'http://127.0.0.1:9' }, signal),
      end.now,
    );
    try {
      const pending = [true, true, false];
      const seen: [of: string, at: Date][] = [];
      context.db.frameJobs.isPending = async (of) => {
        seen.push([of, end.now()]);
        return pending.shift()!;
      };
      await play({ next: () => undefined, done() {} }, context, end, signal);
      expect(seen).to.deep.equal([1, 2, 3].map(() => ['all', from]));
      expect(end.now()).to.deep.equal(end.to);
    } finally {
      await close();
    }
  });

  it('neither notes nor waits for runs that have had nothing to do', async () => {
    const { signal } = new AbortController();
    const end = createReplayClock({ from, to: at(60), speed });
    const { context, close } = await feedContext(
      createHttpFetcher({ providers: 'http://127.0.0.1:9' }, signal),
      end.now,
    );
    try {
      const asked: string[] = [];
      context.db.frameJobs.isPending = async (of) => {
        asked.push(of);
        return false;
      };
      const noted: string[] = [];
      context.db.sourceRuns.record = async ({ feed }) => {
        noted.push(feed);
      };
      const feedOf = (source: string, isIdle: boolean): Feed => ({
        ...createNwsAlerts(),
        id: source,
        source,
        everySeconds: 60,
        run: async () => ({ ...emptyReport(), ...(isIdle ? { isIdle } : {}) }),
      });
      await play(cadencePlan([feedOf('radar', true), feedOf('alerts', false)], from), context, end, signal);
      expect(new Set(noted)).to.deep.equal(new Set(['alerts']));
      expect(asked).to.deep.equal(['observed', 'observed', 'all']);
    } finally {
      await close();
    }
  });

  it('is not reached while the runs of its last moment go on', async () => {
    const { signal } = new AbortController();
    const end = createReplayClock({ from, to: at(60), speed });
    const { context, close } = await feedContext(
      createHttpFetcher({ providers: 'http://127.0.0.1:9' }, signal),
      end.now,
    );
    try {
      const seen: number[] = [];
      const feed: Feed = {
        ...createNwsAlerts(),
        everySeconds: 60,
        isFull: async () => true, // slow workers change nothing
        async run({ clock }) {
          seen.push(clock().getTime());
          return emptyReport();
        },
      };
      await play(cadencePlan([feed], from), context, end, signal);
      expect(seen).to.have.length(2);
      expect(seen[1]).to.be.lessThan(end.to.getTime());
      expect(end.now()).to.deep.equal(end.to);
    } finally {
      await close();
    }
  });
});
