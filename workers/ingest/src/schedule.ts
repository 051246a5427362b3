import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { createGate, type Gate } from '@severe/async';
import { DataError, messageOf, UpstreamError } from '@severe/base';
import { sources } from '@severe/catalogue';
import { recordFailure, traced } from '@severe/tracing';
import { emptyReport, type Feed, type FeedContext, type FeedReport } from './feed.ts';
import { alone, type SourceTurns } from './source-turns.ts';
import { suspicious } from './feeds/shared/empty-list-check.ts';
import type { Fetcher } from './fetch/fetcher.ts';
import { reportingSlowness } from './fetch/patient-fetcher.ts';
import { gap } from './parse/parsed.ts';
import { ourStores, problemOf } from './problem-of.ts';

/** Wait before the next run if the provider has more data; the shortest wait after any run. */
const soonMs = 2_000;
/** Longest wait while a store of the service is unavailable: retries do not burden the provider. */
const storeAwayMs = 15_000;
const mostBackOffMs = 10 * 60_000;
/** Feeds that run at the same time. Alerts and radar do not wait for the others, and nobody waits for a slow provider. */
const maxConcurrent = 8;
const urgentSources = new Set(['alerts', 'radar']);
/** Random variation of poll times, so that many installations do not poll in the same second. */
const jitter = 0.1;

/** Result of a run, as far as it decides on the next one. */
interface Outcome {
  /** Number of successive failures of the provider. */
  failures: number;
  more: boolean;
  /** Duration of the run. Default: 0. */
  ranMs?: number;
  retryAfterSeconds?: number;
  /** Whether the run failed because a store of the service is unavailable. */
  storeAway?: boolean;
  /** Longest wait for a failing provider. Default: 10 minutes. */
  longestBackOffMs?: number;
}

/**
 * Longest wait of a feed for a failing provider in milliseconds: the time in which its source brings new data, but at
 * least twice the cadence of the feed. It adds to the outage, because the provider may be back as soon as the wait begins.
 */
export function longestBackOff({ source: of, everySeconds }: Pick<Feed, 'source' | 'everySeconds'>): number {
  const { cadenceSeconds = 0 } = sources.find(({ id }) => id === of) ?? {};
  return Math.min(Math.max(cadenceSeconds, 2 * everySeconds) * 1000, mostBackOffMs);
}

/**
 * Wait after a run of a feed until its next one, in milliseconds. While the provider does not fail, runs begin at the
 * cadence of the feed: on a slow machine, where they take long, the provider is asked as often. Only a failing provider is
 * asked less and less often.
 *
 * @param random from 0 to 1
 */
export function nextRunMs(everySeconds: number, outcome: Outcome, random: number): number {
  const { failures, more, ranMs = 0, retryAfterSeconds = 0, storeAway, longestBackOffMs = mostBackOffMs } = outcome;
  const every = everySeconds * 1000;
  const varied = (ms: number): number => ms * (1 - jitter + 2 * jitter * random);
  if (storeAway) return varied(Math.min(every, storeAwayMs));
  if (failures === 0 && more) return soonMs;
  if (failures === 0) return Math.max(retryAfterSeconds * 1000, Math.min(soonMs, every), varied(every) - ranMs);
  const wait = Math.max(every, Math.min(every * 2 ** (failures - 1), longestBackOffMs));
  return Math.max(retryAfterSeconds * 1000, varied(wait));
}

/**
 * Runs every feed at its cadence, one run of a feed at a time, and records the result.
 *
 * @param options.fetcherOf the fetcher of a feed. Default: that of the context
 * @param options.turns whether this process runs a feed now. Default: always
 * @returns a function that stops the schedule and waits for the running feeds
 */
export function schedule(
  feeds: Feed[],
  context: FeedContext,
  {
    fetcherOf = () => context.fetcher,
    turns = alone,
  }: { fetcherOf?: (feed: Feed) => Fetcher; turns?: SourceTurns } = {},
): () => Promise<void> {
  const stopping = new AbortController();
  setMaxListeners(feeds.length, stopping.signal); // one listener for each feed
  const others = createGate(maxConcurrent);
  const loops = feeds.map((feed) =>
    runRepeatedly(waitingWhileFull(feed), { ...context, fetcher: fetcherOf(feed) }, stopping.signal, { others, turns }),
  );
  return async () => {
    stopping.abort();
    await Promise.all(loops);
    await turns.close();
  };
}

/** The same feed, which makes no request while it is full. */
function waitingWhileFull(feed: Feed): Feed {
  return {
    ...feed,
    run: async (context) =>
      (await feed.isFull?.(context)) ? { ...emptyReport(), isIdle: true, more: true } : feed.run(context),
  };
}

async function runRepeatedly(
  feed: Feed,
  context: FeedContext,
  stopping: AbortSignal,
  { others, turns }: { others: Gate; turns: SourceTurns },
): Promise<void> {
  const isUrgent = urgentSources.has(feed.source);
  const longestBackOffMs = longestBackOff(feed);
  let failures = 0;
  if (feed.startDelaySeconds) await sleep(feed.startDelaySeconds * 1000, stopping);
  while (!stopping.aborted) {
    const waitForTurn = await turns.take(feed);
    if (waitForTurn > 0) {
      await sleep(waitForTurn, stopping);
      continue;
    }
    let startedAt = context.clock();
    let from = performance.now();
    const { report, error } = await inTurn(isUrgent ? undefined : others, async (leave) => {
      if (stopping.aborted) return {}; // it has waited for its turn
      startedAt = context.clock();
      from = performance.now();
      return attempt(feed, { ...context, fetcher: reportingSlowness(context.fetcher, leave) }, stopping);
    });
    if (stopping.aborted) return;
    const { system = '', retryAfterSeconds } = error instanceof UpstreamError ? error : {};
    const storeAway = ourStores.has(system);
    if (!isOfProvider(error) || (isUrgent && !(error instanceof UpstreamError)))
      failures = 0; // it answers
    else if (!storeAway) failures++;
    const ranMs = performance.now() - from;
    const outcome = { failures, more: report?.more ?? false, ranMs, storeAway, longestBackOffMs };
    const wait = nextRunMs(
      feed.everySeconds,
      { ...outcome, ...(retryAfterSeconds ? { retryAfterSeconds } : {}) },
      Math.random(),
    );
    const run = {
      startedAt,
      durationMs: Math.round(ranMs),
      nextRunAt: new Date(context.clock().getTime() + wait),
      error,
      refused: report?.refused ?? [],
      conflicts: report?.conflicts ?? [],
      unknownWords: report?.unknownWords ?? [],
    };
    const recorded = report?.isIdle ? undefined : recordRun(feed, context, run);
    await Promise.all([recorded, turns.end(feed, wait), sleep(wait, stopping)]);
  }
}

/** Runs a task when it is its turn. `leave` gives the turn to another task, while this one continues. */
async function inTurn<T>(gate: Gate | undefined, task: (leave: () => void) => Promise<T>): Promise<T> {
  if (!gate) return task(() => {});
  let running: Promise<T> | undefined;
  await gate.run(async () => {
    const left = new Promise<void>((leave) => {
      running = task(leave);
    });
    await Promise.race([running, left]);
  });
  return running!;
}

/** Result of one run. */
interface Attempt {
  report?: FeedReport;
  error?: unknown;
}

/** Runs a feed once, as the beginning of a trace. An error is logged and returned. */
export function attempt(feed: Feed, context: FeedContext, stopping: AbortSignal): Promise<Attempt> {
  const attributes = { 'severe.feed': feed.id, 'severe.source': feed.source };
  return traced(`feed ${feed.id}`, { parent: null, attributes }, async (span) => {
    const result = await runOnce(feed, context, stopping);
    if (result.error !== undefined) recordFailure(span, result.error);
    if (result.report) {
      const { new: found, changed, refused } = result.report;
      span.setAttributes({ 'severe.new': found, 'severe.changed': changed, 'severe.refused': refused.length });
    }
    return result;
  });
}

async function runOnce(feed: Feed, context: FeedContext, stopping: AbortSignal): Promise<Attempt> {
  try {
    const report = await feed.run(context);
    const counts = { feed: feed.id, new: report.new, unchanged: report.unchanged, refused: report.refused.length };
    if (report.refused.length > 0)
      context.log.warn({ ...counts, first: report.refused[0] }, 'feed: items were rejected');
    else if (report.new > 0) context.log.info(counts, 'feed');
    return { report, error: failureIn(report) };
  } catch (error) {
    if (!stopping.aborted) context.log.warn({ feed: feed.id, ...logFields(error) }, 'feed: run failed'); // else the stop has aborted it
    return { error };
  }
}

/**
 * Failure of a run that has ended: a part is empty or has a gap where it should not, a part failed as a whole and nothing is new,
 * or nothing could be read. Some refused items beside others are no failure. Undefined for a success.
 */
export function failureIn({
  refused,
  new: found,
  changed,
  unchanged,
  isResponseValid,
}: FeedReport): DataError | undefined {
  const lacking = refused.find(({ code }) => code === suspicious || code === gap);
  if (lacking) return new DataError(lacking.code!, lacking.why);
  if (refused.length === 0 || found > 0 || isResponseValid) return undefined;
  const worst = refused.find(({ code }) => code !== undefined) ?? (changed + unchanged === 0 ? refused[0] : undefined);
  return worst && new DataError(worst.code ?? 'refused', worst.why);
}

/**
 * Whether the provider has failed. A timeout is no failure of it: on a busy machine, the response may have been waiting to
 * be read.
 */
function isOfProvider(error: unknown): boolean {
  if (error instanceof UpstreamError) return !isTimeout(error.cause);
  return error instanceof DataError;
}

/** Whether an error or its cause is a timeout: of the request, or of undici (`ConnectTimeoutError` and others). */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && (error.name.endsWith('TimeoutError') || isTimeout(error.cause));
}

/** An error of the provider is logged as one line, an error of the service with its stack. */
function logFields(error: unknown): object {
  return error instanceof UpstreamError || error instanceof DataError ? { reason: error.message } : { err: error };
}

/** Records a run for health. An error is logged. */
export async function recordRun(
  feed: Feed,
  { db, log }: FeedContext,
  {
    refused = [],
    conflicts = [],
    unknownWords = [],
    error,
    ...run
  }: Partial<Pick<FeedReport, 'refused' | 'conflicts' | 'unknownWords'>> & {
    startedAt: Date;
    durationMs: number;
    nextRunAt: Date;
    /** Why it failed; undefined for a success. */
    error: unknown;
  },
): Promise<void> {
  const failure = error === undefined ? undefined : { problem: problemOf(error), error: messageOf(error) };
  try {
    await db.sourceRuns.record({ feed: feed.id, source: feed.source, failure, ...run });
    await db.deadLetters.record(feed, [...conflicts, ...refused]);
    await db.unknownWords.record(feed, unknownWords);
  } catch (error) {
    log.warn({ feed: feed.id, err: error }, 'feed: the run was not recorded');
  }
}

/** Waits; ends early when the worker stops. */
async function sleep(ms: number, stopping: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal: stopping }).catch(() => undefined); // an AbortError
}
