import { hourMs } from '@severe/async';
import { modelIds, modelProductsNamed, modelWishes, satelliteProductsNamed } from '@severe/catalogue';
import { messageOf, type Clock, type Log, type Settings } from '@severe/base';
import type { Database } from '@severe/db';
import type { Platform } from '@severe/platform';
import type { RecordingWriter } from '@severe/recording';
import type { Feed, FeedContext } from './feed.ts';
import { enabledFeeds } from './feeds/enabled.ts';
import { followedSites } from './feeds/nexrad/feed.ts';
import { alone, sharedTurns } from './source-turns.ts';
import { HostGates } from './fetch/host-gates.ts';
import { createHttpFetcher } from './fetch/http-fetcher.ts';
import { discardFrames } from './replay/discard-frames.ts';
import { hasPast, rememberPast, type ProvidersAt } from './past.ts';
import { cadencePlan, play, recordedPlan, type Replay } from './replay/play.ts';
import { recordedFeed } from './replay/record.ts';
import { schedule } from './schedule.ts';
import type { TrafficCounts } from './traffic.ts';

/** Starts every feed; `close` aborts the running ones. @throws {StartError} for a setting that names an unknown site or product */
export function startIngest(dependencies: {
  settings: Settings;
  db: Database;
  platform: Platform;
  clock: Clock;
  log: Log;
  /** In the simulated world only simulated sources are fetched. */
  simulated: boolean;
  /** Ids of the feeds that run; default: all. */
  feeds?: readonly string[];
  /** Writes what the providers answer. */
  writer?: RecordingWriter;
  /** Of the hosts of providers, shared with the fetches on demand. */
  gates?: HostGates;
  /** Counts what providers send. */
  traffic?: TrafficCounts;
  /** Whether the process only records: no worker makes frames, so their jobs and files are removed. */
  discardsFrames?: boolean;
  /** Where simulated providers answer as in the past, which a new world then knows. */
  providersAt?: ProvidersAt;
  /** Runs the feeds on the clock of a replay; with a recording, at its times and with its answers. */
  replay?: Replay;
}): { close(): Promise<void> } {
  const { settings, db, platform, clock, log, simulated, feeds, writer, discardsFrames, replay, providersAt } =
    dependencies;
  const { gates = new HostGates(), traffic } = dependencies;
  followedSites(settings.nexradSites);
  satelliteProductsNamed(settings.satelliteProducts);
  for (const id of modelIds) modelProductsNamed(id, modelWishes(id, settings).fields);
  const ending = new AbortController();
  const { signal } = ending;
  const fetcher = createHttpFetcher(settings, signal, { gates });
  const { objects, queue, pubsub } = platform;
  const context: FeedContext = { settings, fetcher, db, objects, queue, pubsub, clock, log, signal };
  const chosen = () => enabledFeeds(settings, simulated).filter((feed) => !feeds || feeds.includes(feed.id));
  const remembers = providersAt && !replay && !writer;
  const pasts = new Map(
    remembers
      ? chosen()
          .filter(hasPast)
          .map((feed) => [feed.id, rememberPast(feed, context, settings, providersAt)])
      : [],
  );
  const running = chosen().map((feed) => {
    if (writer) return recordedFeed(feed, { writer, settings, gates, traffic, clock, signal });
    const past = pasts.get(feed.id);
    return past ? after(past, feed) : feed;
  });
  const meterOf = ({ source }: Feed) => (traffic ? { meter: traffic.meterOf(source) } : {});
  const fetcherOf = (feed: Feed) => createHttpFetcher(settings, signal, { gates, ...meterOf(feed) });
  const isShared = db.kind === 'postgres' && !writer;
  const stop = replay
    ? startPlaying(running, context, replay)
    : schedule(running, context, { fetcherOf, turns: isShared ? sharedTurns(db.sourceLeases, log) : alone });
  const discarding = discardsFrames ? discardFrames(context) : Promise.resolve();
  const pruning = setInterval(() => void prune(settings, db, log), hourMs);
  return {
    async close() {
      clearInterval(pruning);
      ending.abort();
      await Promise.all([stop(), discarding, ...pasts.values()]);
    },
  };
}

/** The same feed, which waits until its past is known. */
function after(past: Promise<void>, feed: Feed): Feed {
  return { ...feed, run: (context) => past.then(() => feed.run(context)) };
}

/** Plays the feeds of a replay. @returns a function that stops it and waits for the running feed */
function startPlaying(feeds: Feed[], context: FeedContext, { clock, recording }: Replay): () => Promise<void> {
  const stopping = new AbortController();
  const plan = recording ? recordedPlan(recording, feeds) : cadencePlan(feeds, clock.from);
  const playing = play(plan, context, clock, stopping.signal).catch((error: unknown) => {
    context.log.error({ reason: messageOf(error) }, 'the replay has failed');
  });
  return () => {
    stopping.abort();
    return playing;
  };
}

/** Removes rows that have reached their age limit, then frees their space. */
async function prune(settings: Settings, db: Database, log: Log): Promise<void> {
  try {
    await db.prune(settings);
    await db.tidy();
  } catch (error) {
    log.warn({ err: error }, 'pruning failed');
  }
}
