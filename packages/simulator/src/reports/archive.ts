import { generationIntervalMs, generationLifetimeMs } from '../model/generation.ts';
import { hourMs } from '../model/plane.ts';
import { LruCache } from '../lru-cache.ts';
import { reportsOfGeneration } from './generation-reports.ts';
import type { StormReport } from './report.ts';

/** The storm reports of a seed. */
export interface ReportArchive {
  /** Reports of events from `since` to `until` that have been issued by `now`, in order of time. */
  between(since: number, until: number, now: number): StormReport[];
}

/** Longest delay of a report after the storms of its generation. */
const longestDelayMs = 3 * hourMs;

export function openReportArchive(seed: number): ReportArchive {
  const generations = new LruCache<number, StormReport[]>(20, (index) => reportsOfGeneration(seed, index));
  return {
    between(since, until, now) {
      const first = Math.floor((since - generationLifetimeMs - longestDelayMs) / generationIntervalMs);
      const last = Math.floor((Math.min(until, now) + hourMs) / generationIntervalMs);
      return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => generations.get(first + i))
        .flat()
        .filter(({ at, issuedAt }) => at >= since && at < until && issuedAt <= now)
        .toSorted((one, other) => one.at - other.at || one.place.lat - other.place.lat);
    },
  };
}
