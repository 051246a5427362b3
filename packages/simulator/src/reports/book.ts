import { generationEvery, generationLife } from '../model/generation.ts';
import { hour } from '../model/plane.ts';
import { Recent } from '../recent.ts';
import { reportsOfRound } from './of-round.ts';
import type { StormReport } from './report.ts';

/** The storm reports of a seed. */
export interface ReportBook {
  /** Reports of events from `since` to `until` that have been issued by `now`, in order of time. */
  between(since: number, until: number, now: number): StormReport[];
}

/** Longest delay of a report after the storms of its generation. */
const afterglow = 3 * hour;

export function openReportBook(seed: number): ReportBook {
  const rounds = new Recent<number, StormReport[]>(20, (index) => reportsOfRound(seed, index));
  return {
    between(since, until, now) {
      const first = Math.floor((since - generationLife - afterglow) / generationEvery);
      const last = Math.floor((Math.min(until, now) + hour) / generationEvery);
      return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => rounds.get(first + i))
        .flat()
        .filter(({ at, toldAt }) => at >= since && at < until && toldAt <= now)
        .toSorted((one, other) => one.at - other.at || one.place.lat - other.place.lat);
    },
  };
}
