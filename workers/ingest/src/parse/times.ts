import { DataError } from '@severe/base';
import { exactUtc, lookUp } from './fields.ts';
import { excerpt } from './payload.ts';

/**
 * Resolves `DDHHMM` (UTC) to the time nearest to `near`. Bulletins have neither month nor year.
 *
 * @throws {DataError} `time` if no adjacent month has such a day, or for any other text
 */
export function resolveDayTime(text: string, near: Date): Date {
  const [, day, hour, minute] = /^(\d\d)(\d\d)(\d\d)Z?$/.exec(text.trim()) ?? [];
  const months = [-1, 0, 1].map((offset) => near.getUTCMonth() + offset);
  const candidates = months.flatMap((month) => {
    const first = new Date(Date.UTC(near.getUTCFullYear(), month, 1));
    return exactUtc([first.getUTCFullYear(), first.getUTCMonth() + 1, +day, +hour, +minute]) ?? [];
  });
  const distance = (moment: Date) => Math.abs(moment.getTime() - near.getTime());
  const [nearest] = candidates.toSorted((a, b) => distance(a) - distance(b));
  if (!nearest) throw new DataError('time', `expected DDHHMM, got ${excerpt(text)}`);
  return nearest;
}

/** The first time at `HHMM` (UTC) that is not before `start`. @throws {DataError} `time` */
export function nextTimeOfDay(text: string, start: Date): Date {
  const [, hour, minute] = /^(\d\d)(\d\d)$/.exec(text) ?? [];
  const day = [start.getUTCFullYear(), start.getUTCMonth() + 1, start.getUTCDate()];
  const moment = exactUtc([...day, +hour, +minute]);
  if (!moment) throw new DataError('time', `expected HHMM, got ${excerpt(text)}`);
  if (moment < start) moment.setUTCDate(moment.getUTCDate() + 1);
  return moment;
}

/** UTC offsets in hours of the time zones in bulletins. */
const zoneHours: Record<string, number> = {
  UTC: 0, GMT: 0, Z: 0, CVT: -1, AST: -4, ADT: -3, EST: -5, EDT: -4, CST: -6, CDT: -5, MST: -7, MDT: -6, PST: -8,
  PDT: -7, AKST: -9, AKDT: -8, HST: -10, HDT: -9, SST: -11, CHST: 10, GST: 10,
}; // prettier-ignore

export const monthNumbers: Record<string, number> = {
  JAN: 1, FEB: 2, MAR: 3, APR: 4, MAY: 5, JUN: 6, JUL: 7, AUG: 8, SEP: 9, OCT: 10, NOV: 11, DEC: 12,
}; // prettier-ignore

/** With the time of a second zone in some: `900 PM EDT /800 PM CDT/ SAT JUN 4 2022`. */
const localLine =
  /\b(\d{1,2}?):?(\d\d)\s+(AM|PM)\s+([A-Z]{3,4})\s+(?:\/[^/\n]{1,20}\/\s+)?(?:SUN|MON|TUE|WED|THU|FRI|SAT)[A-Z]*\s+([A-Z]{3})[A-Z]*\s+(\d{1,2})\s+(\d{4})\b/i;

/** Parses the local issue time of a bulletin: `0127 PM CST TUE MAR 03 2026`. */
export function localTimeLine(text: string): { at: Date; zone: string } | undefined {
  const [, hour, minute, half, zone, month, day, year] = localLine.exec(text) ?? [];
  if (!hour) return undefined;
  const at = localTime([+year, monthNumbers[month.toUpperCase()], +day], `${hour}${minute} ${half}`, zone);
  return at && { at, zone: zone.toUpperCase() };
}

/** The date of a line of local time, of which the clock or the zone cannot be read. */
const dateInLine = /^ *\d{1,2}:?\d\d [AP]M\b.*? ([A-Z]{3})[A-Z]* (\d{1,2}) (\d{4}) *$/im;

/** Noon on the day of the line of local time; undefined if there is no such line. Time and zone do not matter. */
export function localDay(text: string): Date | undefined {
  const [, month, day, year] = dateInLine.exec(text) ?? [];
  const number = lookUp(monthNumbers, month?.toUpperCase());
  return (number !== undefined && exactUtc([+year, number, +day, 12])) || undefined;
}

/** Resolves a 12-hour time (`0127 PM`, `3:38 PM`) in a named zone; undefined for an unknown zone or an invalid time. */
export function localTime([year, month, day]: number[], clock: string, zone: string): Date | undefined {
  const offset = zoneHours[zone.toUpperCase()];
  const [, hour, minute, half] = /^(\d{1,2}?):?(\d\d)\s*(AM|PM)$/i.exec(clock.trim()) ?? [];
  if (offset === undefined || !hour || +hour < 1 || +hour > 12) return undefined;
  const moment = exactUtc([year, month, day, (+hour % 12) + (half.toUpperCase() === 'PM' ? 12 : 0), +minute]);
  return moment ? new Date(moment.getTime() - offset * 3_600_000) : undefined;
}
