import type { Clock, Log, Settings } from '@severe/base';
import type { Database } from '@severe/db';
import type { Platform } from '@severe/platform';
import { feeds } from './feeds/index.ts';
import { followedSites } from './feeds/nexrad/feed.ts';
import { createHttpFetcher } from './fetch/http-fetcher.ts';
import { schedule } from './schedule.ts';

const hourMs = 3_600_000;

/** Success rates look back a day. */
const runsKeptMs = 25 * hourMs;

/** Starts every feed; `close` ends what is under way. @throws {StartError} when a setting names what is not there */
export function startIngest(means: { settings: Settings; db: Database; platform: Platform; clock: Clock; log: Log }): {
  close(): Promise<void>;
} {
  const { settings, db, platform, clock, log } = means;
  followedSites(settings.nexradSites);
  const ending = new AbortController();
  const fetcher = createHttpFetcher(settings.providers, ending.signal);
  const stop = schedule(feeds, { settings, fetcher, db, objects: platform.objects, queue: platform.queue, clock, log });
  const pruning = setInterval(() => void pruneRuns(db, clock, log), hourMs);
  return {
    close() {
      clearInterval(pruning);
      ending.abort();
      return stop();
    },
  };
}

async function pruneRuns(db: Database, clock: Clock, log: Log): Promise<void> {
  try {
    await db.sourceRuns.prune(new Date(clock().getTime() - runsKeptMs));
  } catch (error) {
    log.warn({ err: error }, 'old runs could not be removed');
  }
}
