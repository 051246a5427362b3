import { Grib2Error } from './error.ts';
import { readTime } from './identification.ts';
import type { Section } from './section.ts';

/** A statistic over an interval. */
export interface Statistic {
  /**
   * Table 4.10 for each range of time, the outermost first: 0 average, 1 sum, 2 maximum, 3 minimum. Undefined is missing.
   * Empty if the template has no range.
   */
  types: (number | undefined)[];
  /** Undefined if start or end are missing, or contradict each other or the length of the range. */
  interval?: Interval;
}

/** An interval of time. */
export interface Interval {
  from: Date;
  until: Date;
}

const octetsPerRange = 12;

/**
 * Reads the end of an interval and the ranges of time that follow it. Whatever of them is missing or impossible is
 * undefined: it says nothing about the values.
 *
 * @param octet end of the interval
 * @param from  reference time and forecast time
 */
export function readStatistic(
  section4: Section,
  octet: number,
  from: Date | undefined,
): { over: Statistic; until?: Date } {
  const until = timeUnlessMissing(section4, octet);
  const ranges = readRanges(section4, octet + 7);
  const over = { types: ranges.map(({ type }) => type), interval: intervalOf(from, until, ranges) };
  return { over, until };
}

interface Range {
  type: number | undefined;
  unit: number;
  length: number | undefined;
}

/** Number of ranges (1 octet), number of missing values (4), then the ranges; one that is cut short ends the list. */
function readRanges(section4: Section, octet: number): Range[] {
  const ranges: Range[] = [];
  if (octet > section4.length) return ranges;
  const count = section4.u8(octet);
  for (let at = octet + 5; ranges.length < count && at + octetsPerRange - 1 <= section4.length; at += octetsPerRange) {
    ranges.push({
      type: section4.optionalU8(at),
      unit: section4.u8(at + 2),
      length: section4.optionalU32(at + 3),
    });
  }
  return ranges;
}

function intervalOf(from: Date | undefined, until: Date | undefined, ranges: Range[]): Interval | undefined {
  if (!from || !until || from > until || ranges.length === 0) return undefined;
  if (ranges.length > 1) return { from, until };
  const [{ unit, length }] = ranges;
  const end = length === undefined ? undefined : addTime(from, unit, length);
  return end && end.getTime() !== until.getTime() ? undefined : { from, until };
}

function timeUnlessMissing(section4: Section, octet: number): Date | undefined {
  try {
    return readTime(section4, octet);
  } catch (error) {
    if (error instanceof Grib2Error) return undefined;
    throw error;
  }
}

/** Units of table 4.4 with a fixed length, in seconds. */
const secondsPerUnit: Record<number, number> = { 0: 60, 1: 3600, 2: 86400, 10: 10800, 11: 21600, 12: 43200, 13: 1 };
/** Units of table 4.4 in calendar months. */
const monthsPerUnit: Record<number, number> = { 3: 1, 4: 12, 5: 120, 6: 360, 7: 1200 };

/**
 * The time after an amount in a unit of table 4.4; undefined if the unit is unknown or there is no such time. Nothing of an
 * unknown unit is nothing.
 */
export function addTime(from: Date, unit: number, amount: number): Date | undefined {
  if (amount === 0) return from;
  const later = new Date(from);
  const [months, seconds] = [monthsPerUnit[unit], secondsPerUnit[unit]];
  if (months) later.setUTCMonth(later.getUTCMonth() + amount * months);
  else later.setTime(from.getTime() + amount * (seconds ?? Number.NaN) * 1000);
  return Number.isNaN(later.getTime()) ? undefined : later;
}
