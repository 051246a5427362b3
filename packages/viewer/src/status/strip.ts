import { freshnessOf } from '@severe/catalogue/freshness';
import type { Schemas } from '../service.ts';

/** What an interval of a strip shows, best first. */
export const marks = {
  ok: 'data up to date',
  late: 'data late',
  stale: 'data stale',
  failed: 'every fetch failed',
  none: 'nothing was fetched',
} as const;
type Mark = keyof typeof marks;

/** One interval of the history of a source. */
export interface Interval {
  at: Date;
  mark: Mark;
  /** What happened, in words. */
  text: string;
}

/**
 * The intervals of a source, oldest first.
 *
 * @param expectedSeconds expected interval between new data
 */
export function intervalsOf(
  { from, interval_seconds: seconds }: Pick<Schemas['HealthHistory'], 'from' | 'interval_seconds'>,
  { succeeded, failed, worst_age_seconds: ages }: Schemas['SourceHistory'],
  expectedSeconds: number,
): Interval[] {
  return succeeded.map((good, i) => {
    const mark = markOf(good, failed[i], ages[i], expectedSeconds);
    const at = new Date(Date.parse(from) + i * seconds * 1000);
    const fetches = good + failed[i] === 0 ? '' : `, ${good} of ${good + failed[i]} fetches succeeded`;
    return { at, mark, text: `${at.toISOString().slice(11, 16)}Z: ${marks[mark]}${fetches}` };
  });
}

function markOf(good: number, bad: number, age: number | null, expectedSeconds: number): Mark {
  if (good + bad === 0) return 'none';
  const freshness = age === null ? 'ok' : freshnessOf(age, expectedSeconds);
  return freshness !== 'stale' && good === 0 ? 'failed' : freshness;
}

/** The share of the day in which the data were up to date, in words. */
export function summaryOf(intervals: readonly Interval[]): string {
  const known = intervals.filter(({ mark }) => mark !== 'none');
  if (known.length === 0) return 'no fetch has ended in the last 24 hours';
  const good = known.filter(({ mark }) => mark === 'ok').length;
  const missing = intervals.length - known.length;
  return `up to date in ${timeOf(good)} of ${timeOf(known.length)}${missing > 0 ? `; nothing fetched in ${timeOf(missing)}` : ''}`;
}

/** The length of some intervals: `45 min`, `23 h 45 min`. */
function timeOf(count: number): string {
  const hours = Math.floor(count / 4);
  const minutes = (count % 4) * 15;
  if (hours === 0) return `${minutes} min`;
  return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`;
}
