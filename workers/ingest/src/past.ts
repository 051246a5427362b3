import { minuteMs } from '@severe/async';
import { messageOf, type Settings } from '@severe/base';
import type { Feed, FeedContext } from './feed.ts';
import { createHttpFetcher } from './fetch/http-fetcher.ts';
import { attempt } from './schedule.ts';

/** Where simulated providers answer as they did at a time of the past. */
export type ProvidersAt = (at: Date) => string;

/** What overlays of the map show at times of its loop. Lightning is left out: an hour of it is hundreds of files. */
const ids = new Set(['nws-alerts', 'local-reports', 'spc-watches']);

/** The loop of the map, and some minutes more. */
const pastMs = 65 * minuteMs;
/** Changes within it are known by its end. */
const stepMs = 5 * minuteMs;

export const hasPast = ({ id }: Pick<Feed, 'id'>): boolean => ids.has(id);

/**
 * Lets a new simulated world know its last hour: runs a feed on the clock and with the answers of each of its times. A source
 * that has data has a past of its own, and is left as it is.
 *
 * @param feed an instance of its own: what it remembers is of the past
 */
export async function rememberPast(
  feed: Feed,
  context: FeedContext,
  settings: Settings,
  providersAt: ProvidersAt,
): Promise<void> {
  const { db, signal, log } = context;
  try {
    const known = await db.dataSets.all();
    if (known.some(({ name }) => name === feed.source)) return;
    for (const moment of timesBefore(context.clock())) {
      if (signal.aborted) return;
      const fetcher = createHttpFetcher({ ...settings, providers: providersAt(moment) }, signal);
      await attempt(feed, { ...context, fetcher, clock: () => moment, db: { ...db, ...db.at(() => moment) } }, signal);
    }
  } catch (error) {
    log.warn({ feed: feed.id, reason: messageOf(error) }, 'the past of the simulated world is not known');
  }
}

function timesBefore(now: Date): Date[] {
  return Array.from({ length: pastMs / stepMs }, (_, i) => new Date(now.getTime() - pastMs + i * stepMs));
}
