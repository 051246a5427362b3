import { hourMs } from '@severe/async';
import { sources } from '@severe/catalogue';
import type { Clock, Log, Settings } from '@severe/base';
import type { Database } from '@severe/db';
import type { Platform } from '@severe/platform';
import type { Feed } from './feed.ts';
import { createFeeds } from './feeds/index.ts';
import { followedSites } from './feeds/nexrad/feed.ts';
import { createHttpFetcher } from './fetch/http-fetcher.ts';
import { schedule } from './schedule.ts';

/** Starts every feed; `close` aborts the running ones. @throws {StartError} for a setting that names an unknown site */
export function startIngest(dependencies: {
  settings: Settings;
  db: Database;
  platform: Platform;
  clock: Clock;
  log: Log;
  /** In the simulated world only simulated sources are fetched. */
  simulated: boolean;
}): { close(): Promise<void> } {
  const { settings, db, platform, clock, log, simulated } = dependencies;
  followedSites(settings.nexradSites);
  const ending = new AbortController();
  const { signal } = ending;
  const fetcher = createHttpFetcher(settings.providers, signal);
  const { objects, queue, pubsub } = platform;
  const world = simulated ? 'simulated' : 'live';
  const ofWorld = ({ source, only = world }: Feed): boolean => only === world && (!simulated || isSimulated(source));
  const running = createFeeds().filter((feed) => ofWorld(feed) && (feed.isEnabled?.(settings) ?? true));
  const stop = schedule(running, { settings, fetcher, db, objects, queue, pubsub, clock, log, signal });
  const pruning = setInterval(() => void prune(settings, db, log), hourMs);
  return {
    close() {
      clearInterval(pruning);
      ending.abort();
      return stop();
    },
  };
}

function isSimulated(source: string): boolean {
  return sources.some(({ id, simulated }) => id === source && simulated);
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
