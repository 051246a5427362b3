import type { Clock, Log, Settings } from '@severe/base';
import type { Database } from '@severe/db';
import type { Platform } from '@severe/platform';
import { feeds } from './feeds/index.ts';
import { createHttpFetcher } from './fetch/http-fetcher.ts';
import { schedule } from './schedule.ts';

/** Starts every feed; `close` ends what is under way. */
export function startIngest(means: { settings: Settings; db: Database; platform: Platform; clock: Clock; log: Log }): {
  close(): Promise<void>;
} {
  const { settings, db, platform, clock, log } = means;
  const ending = new AbortController();
  const fetcher = createHttpFetcher(settings.providers, ending.signal);
  const stop = schedule(feeds, { fetcher, db, objects: platform.objects, queue: platform.queue, clock, log });
  return {
    close() {
      ending.abort();
      return stop();
    },
  };
}
