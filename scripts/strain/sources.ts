import { setTimeout as pause } from 'node:timers/promises';

/** The state of the sources, as clients see it. */
export interface SourceReport {
  /** Of the whole service. */
  overall: string;
  /** Statuses of the sources that are not disabled, by id. */
  statuses: Map<string, string>;
}

/** Reads `/meta/health`. */
export async function readSources(url: string): Promise<SourceReport> {
  const response = await fetch(`${url}/api/v1/meta/health`, { signal: AbortSignal.timeout(60_000) });
  const { status, sources } = (await response.json()) as {
    status: string;
    sources: Record<string, { status: string }>;
  };
  const statuses = Object.entries(sources).map(([id, source]) => [id, source.status] as const);
  return { overall: status, statuses: new Map(statuses.filter(([, each]) => each !== 'disabled')) };
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
