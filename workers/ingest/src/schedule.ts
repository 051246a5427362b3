import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { DataError, messageOf, UpstreamError } from '@severe/base';
import type { Feed, FeedContext, FeedReport } from './feed.ts';

/** A feed whose provider has more to give is run again after this. */
const soonMs = 2_000;
/** While a store of ours is away nobody is pressed by trying again, and what was missed is wanted as soon as it is back. */
const storeAwayMs = 15_000;
const ourStores = new Set(['database', 'object store']);
const longestBackOffMs = 10 * 60_000;
/** Poll times drift apart, so that many installations do not ask in the same second. */
const jitter = 0.1;

/**
 * When a feed runs next.
 *
 * @param failures  how many runs failed in a row for what the provider did
 * @param storeAway whether this one failed for a store of ours
 * @param random   from 0 up to 1
 */
export function nextRunMs(
  everySeconds: number,
  outcome: { failures: number; more: boolean; retryAfterSeconds?: number; storeAway?: boolean },
  random: number,
): number {
  const { failures, more, retryAfterSeconds = 0, storeAway } = outcome;
  const every = everySeconds * 1000;
  if (storeAway) return Math.min(every, storeAwayMs) * (1 - jitter + 2 * jitter * random);
  if (failures === 0 && more) return soonMs;
  const wait = failures === 0 ? every : Math.max(every, Math.min(every * 2 ** (failures - 1), longestBackOffMs));
  return Math.max(retryAfterSeconds * 1000, wait * (1 - jitter + 2 * jitter * random));
}

/**
 * Runs every feed at its cadence, one run of a feed at a time, and records how each went.
 *
 * @returns a function that stops: no run begins any more, and the running ones are waited for
 */
export function schedule(feeds: Feed[], context: FeedContext): () => Promise<void> {
  const stopping = new AbortController();
  setMaxListeners(feeds.length, stopping.signal); // each waits for its next run
  const loops = feeds.map((feed) => runRepeatedly(feed, context, stopping.signal));
  return async () => {
    stopping.abort();
    await Promise.all(loops);
  };
}

async function runRepeatedly(feed: Feed, context: FeedContext, stopping: AbortSignal): Promise<void> {
  let failures = 0;
  if (feed.startDelaySeconds) await sleep(feed.startDelaySeconds * 1000, stopping);
  while (!stopping.aborted) {
    const startedAt = context.clock();
    const from = performance.now();
    const { report, error } = await attempt(feed, context, stopping);
    const { system = '', retryAfterSeconds } = error instanceof UpstreamError ? error : {};
    const storeAway = ourStores.has(system);
    if (error === undefined) failures = 0;
    else if (!storeAway) failures++;
    const wait = nextRunMs(
      feed.everySeconds,
      { failures, more: report?.more ?? false, storeAway, ...(retryAfterSeconds ? { retryAfterSeconds } : {}) },
      Math.random(),
    );
    if (stopping.aborted) return;
    await record(feed, context, {
      startedAt,
      durationMs: Math.round(performance.now() - from),
      nextRunAt: new Date(context.clock().getTime() + wait),
      ...(error === undefined ? {} : { error: messageOf(error) }),
    });
    await sleep(wait, stopping);
  }
}

async function attempt(
  feed: Feed,
  context: FeedContext,
  stopping: AbortSignal,
): Promise<{ report?: FeedReport; error?: unknown }> {
  try {
    const report = await feed.run(context);
    const counts = { feed: feed.id, new: report.new, unchanged: report.unchanged, refused: report.refused.length };
    if (report.refused.length > 0) context.log.warn({ ...counts, first: report.refused[0] }, 'feed: some was refused');
    else if (report.new > 0) context.log.info(counts, 'feed');
    // Nothing good among what was new is a failure of the source, however politely it answered.
    if (report.refused.length > 0 && report.new === 0 && !report.sound)
      return { report, error: new Error(report.refused[0].why) };
    return { report };
  } catch (error) {
    if (!stopping.aborted) context.log.warn({ feed: feed.id, ...logFields(error) }, 'feed: run failed'); // else we cut it short
    return { error };
  }
}

/** What a provider did is told in a line; where a fault of ours is, the stack tells. */
function logFields(error: unknown): object {
  return error instanceof UpstreamError || error instanceof DataError ? { reason: error.message } : { err: error };
}

async function record(
  feed: Feed,
  { db, log }: FeedContext,
  run: { startedAt: Date; durationMs: number; nextRunAt: Date; error?: string },
): Promise<void> {
  try {
    await db.sourceRuns.record({ source: feed.source, ok: run.error === undefined, ...run });
  } catch (error) {
    log.warn({ feed: feed.id, err: error }, 'feed: the run could not be recorded');
  }
}

/** Waits; ends early when the worker stops. */
async function sleep(ms: number, stopping: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal: stopping }).catch(() => undefined); // an AbortError
}
