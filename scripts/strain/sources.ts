import { setTimeout as pause } from 'node:timers/promises';

/** The state of the sources, as clients see it. */
export interface SourceReport {
  /** Of the whole service. */
  overall: string;
  /** Statuses of the sources that are not disabled, by id. */
  statuses: Map<string, string>;
  /** Start of the newest run of a source if that run has succeeded, by id. */
  ranAt: Map<string, Date>;
}

/** A source as `/meta/health` reports it. */
interface SourceHealth {
  status: string;
  problems: string[];
  last_attempt_at: string | null;
  last_success_at: string | null;
}

/** Reads `/meta/health`. */
export async function readSources(url: string): Promise<SourceReport> {
  const response = await fetch(`${url}/api/v1/meta/health`, { signal: AbortSignal.timeout(60_000) });
  const { status, sources } = (await response.json()) as {
    status: string;
    sources: Record<string, SourceHealth>;
  };
  const statuses = Object.entries(sources).map(([id, source]) => [id, source.status] as const);
  const ranAt = Object.entries(sources).flatMap(([id, source]) => runsOf(source).map((at) => [id, at] as const));
  return {
    overall: status,
    statuses: new Map(statuses.filter(([, each]) => each !== 'disabled')),
    ranAt: new Map(ranAt),
  };
}

/** The newest run, if it has succeeded and no other feed of the source fails. */
function runsOf({ problems, last_attempt_at: attempt, last_success_at: success }: SourceHealth): Date[] {
  return attempt !== null && success !== null && attempt <= success && problems.length === 0 ? [new Date(attempt)] : [];
}

/** The ids of the sources that are not ok. */
export function notOk({ statuses }: SourceReport): string[] {
  return [...statuses.keys()].filter((id) => statuses.get(id) !== 'ok');
}

/** Waits until every source has been ok once. @returns the ids of those that have not been so within the time */
export async function untilOkOnce(url: string, withinMs: number): Promise<string[]> {
  const seen = new Set<string>();
  for (const from = performance.now(); ;) {
    const health = await readSources(url);
    const missing = notOk(health);
    for (const id of health.statuses.keys()) if (!missing.includes(id)) seen.add(id);
    const never = missing.filter((id) => !seen.has(id));
    if (never.length === 0 || performance.now() - from >= withinMs) return never;
    await pause(1000);
  }
}

/**
 * Waits until every source is ok, at most `withinMs`.
 *
 * @returns the ids of those that are not, and the wait
 */
export async function untilOk(url: string, withinMs: number): Promise<{ missing: string[]; waitedMs: number }> {
  const from = performance.now();
  for (;;) {
    const missing = notOk(await readSources(url));
    const waitedMs = performance.now() - from;
    if (missing.length === 0 || waitedMs >= withinMs) return { missing, waitedMs };
    await pause(500);
  }
}

/**
 * Waits until every feed has begun a run since a time, at most `withinMs`. Health tells the runs of sources, and feeds of a
 * source run in turns: so a run of the source must begin later than the longest interval of the feed after that time.
 *
 * @returns the ids of the feeds that have not
 */
export async function untilRunSince(
  url: string,
  feeds: readonly FeedInterval[],
  since: Date,
  withinMs: number,
): Promise<string[]> {
  const from = performance.now();
  for (;;) {
    const { ranAt } = await readSources(url);
    const waiting = feeds.filter((feed) => !hasRunSince(feed, ranAt, since)).map(({ id }) => id);
    if (waiting.length === 0 || performance.now() - from >= withinMs) return waiting;
    await pause(500);
  }
}

/** What is known of a feed in advance. */
export interface FeedInterval {
  id: string;
  source: string;
  everySeconds: number;
}

/** The interval of a feed varies by a tenth. */
const longestInterval = 1.1;

/** @param ranAt starts of the newest runs by source */
export function hasRunSince({ source, everySeconds }: FeedInterval, ranAt: Map<string, Date>, since: Date): boolean {
  const at = ranAt.get(source);
  return at !== undefined && at.getTime() >= since.getTime() + everySeconds * 1000 * longestInterval;
}
