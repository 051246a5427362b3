import { hourMs, minuteMs } from '@severe/async';
import type { Clock } from '@severe/base';
import type { Refused } from '../../parse/parsed.ts';

/** Maximum difference between the clock of a provider and that of the service. */
const toleranceMs = 15 * minuteMs;
/** The same for texts and areas, whose time of issue can be nominal. */
export const issueToleranceMs = 24 * hourMs;

/** Whether data are dated in the future, so that their clock is wrong. */
export function isFuture(at: Date, clock: Clock, tolerance = toleranceMs): boolean {
  return at.getTime() > clock().getTime() + tolerance;
}

/**
 * Refuses rows that are dated in the future: they would be the newest for as long as their clock is ahead, and hide every
 * right one.
 *
 * @param timeOf time of a row; null if it has none
 * @param nameOf identifies a row for the report
 */
export function refuseFuture<Row>(
  list: { rows: Row[]; refused: Refused[] },
  clock: Clock,
  timeOf: (row: Row) => Date | null,
  nameOf: (row: Row) => string,
  tolerance = toleranceMs,
): { rows: Row[]; refused: Refused[] } {
  const rows: Row[] = [];
  const refused = [...list.refused];
  for (const row of list.rows) {
    const at = timeOf(row);
    if (!at || !isFuture(at, clock, tolerance)) rows.push(row);
    else refused.push({ what: nameOf(row), why: `expected a time in the past, got ${at.toISOString()}` });
  }
  return { rows, refused };
}
