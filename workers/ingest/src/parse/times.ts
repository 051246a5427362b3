import { dayMs, hourMs, minuteMs } from '@severe/async';
import { DataError } from '@severe/base';
import { exactUtc, lookUp } from './fields.ts';
import { excerpt } from './payload.ts';
import { restored } from './restored.ts';

/** Milliseconds from midnight to a time of day, up to `2400`, the end of the day; undefined if there is no such time. */
function sinceMidnight(hour: string, minute: string): number | undefined {
  const minutes = Number(hour) * 60 + Number(minute);
  return Number(minute) < 60 && minutes <= 24 * 60 ? minutes * minuteMs : undefined;
}

/**
 * Resolves `DDHHMM` (UTC), which has neither month nor year, to the time nearest to a known one, such as that of issue. It is right
 * within two weeks of it.
 *
 * @throws {DataError} `time` if no adjacent month has such a day, or for any other text
 */
export function resolveDayTime(text: string, near: Date): Date {
  const [, day, hour = '', minute = ''] = /^(\d\d)(\d\d)(\d\d)Z?$/.exec(text.trim()) ?? [];
  const sinceMs = sinceMidnight(hour, minute);
  const candidates = [-1, 0, 1].flatMap((months) => {
    const midnight = sameDay(near, months, Number(day));
    return midnight && sinceMs !== undefined ? [new Date(midnight.getTime() + sinceMs)] : [];
  });
  const distance = (moment: Date) => Math.abs(moment.getTime() - near.getTime());
  const [nearest] = candidates.toSorted((a, b) => distance(a) - distance(b));
  if (!nearest) throw new DataError('time', `expected DDHHMM, got ${excerpt(text)}`);
  return nearest;
}

/** Midnight UTC of a day, some months after that of `at`; null if that month has no such day. */
function sameDay(at: Date, months: number, day: number): Date | null {
  const first = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1));
  return exactUtc([first.getUTCFullYear(), first.getUTCMonth() + 1, day]);
}

/** The last time at the same day of a month and the same time of day that is not after `limit`. */
export function lastSuchDay(at: Date, limit: Date): Date {
  for (let back = 0; back >= -2; back--) {
    const midnight = sameDay(limit, back, at.getUTCDate());
    const moment = midnight && new Date(midnight.getTime() + (at.getTime() % dayMs));
    if (moment && moment <= limit) return moment;
  }
  return at; // not reached, as of two months one has 31 days
}

/** The first time at `HHMM` (UTC) that is not before `start`. @throws {DataError} `time` */
export function nextTimeOfDay(text: string, start: Date): Date {
  const [, hour = '', minute = ''] = /^(\d\d)(\d\d)$/.exec(text) ?? [];
  const sinceMs = sinceMidnight(hour, minute);
  if (hour === '' || sinceMs === undefined) throw new DataError('time', `expected HHMM, got ${excerpt(text)}`);
  const midnight = Math.floor(start.getTime() / dayMs) * dayMs;
  const moment = midnight + (sinceMs % dayMs);
  return new Date(moment < start.getTime() ? moment + dayMs : moment);
}

/** The time at `HHMM` (UTC) that is nearest to a known one, such as that of issue. @throws {DataError} `time` */
export function nearestTimeOfDay(text: string, near: Date): Date {
  return nextTimeOfDay(text, new Date(near.getTime() - dayMs / 2));
}

/** The year of two digits, which drop the century: the nearest to a known year. */
export function fullYear(digits: string, near: Date): number {
  return restored(Number(digits), 100, near.getUTCFullYear());
}

/** UTC offsets in hours of the time zones in bulletins. */
const zoneHours: Record<string, number> = {
  UTC: 0, GMT: 0, Z: 0, CVT: -1, AST: -4, ADT: -3, EST: -5, EDT: -4, CST: -6, CDT: -5, MST: -7, MDT: -6, PST: -8,
  PDT: -7, AKST: -9, AKDT: -8, HST: -10, HDT: -9, HAST: -10, HADT: -9, SST: -11, CHST: 10, GST: 10, PWT: 9, CHUT: 10,
  PONT: 11, KOST: 11, MHT: 12, WAKT: 12,
}; // prettier-ignore

export const monthNumbers: Record<string, number> = {
  JAN: 1, FEB: 2, MAR: 3, APR: 4, MAY: 5, JUN: 6, JUL: 7, AUG: 8, SEP: 9, OCT: 10, NOV: 11, DEC: 12,
}; // prettier-ignore

/** With the time of a second zone in some: `900 PM EDT /800 PM CDT/ SAT JUN 4 2022`. */
const localLine =
  /\b(\d{1,2}?:?\d\d\s+[AP]M|NOON|MIDNIGHT)\s+([A-Z]{3,4})\s+(?:\/[^/\n]{1,20}\/\s+)?(?:SUN|MON|TUE|WED|THU|FRI|SAT)[A-Z]*\s+([A-Z]{3})[A-Z]*\s+(\d{1,2})\s+(\d{4})\b/i;

/** Parses the local issue time of a bulletin: `0127 PM CST TUE MAR 03 2026`. */
export function localTimeLine(text: string): { at: Date; zone: string } | undefined {
  const [, clock, zone, month, day, year] = localLine.exec(text) ?? [];
  if (!clock) return undefined;
  const at = localTime([+year, monthNumbers[month.toUpperCase()], +day], clock, zone);
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

/** Words for a time of day. Midnight is the start of its day. */
const clockWords: Record<string, string> = { NOON: '12:00 PM', MIDNIGHT: '12:00 AM' };

/**
 * Resolves a 12-hour time (`0127 PM`, `3:38 PM`, `NOON`) in a named zone. The 12th hour is the first of its half, as is hour 0 in
 * hasty texts; with `PM`, hours from 13 on are those of a 24-hour clock. Undefined for an unknown zone or an invalid time.
 */
export function localTime([year, month, day]: number[], clock: string, zone: string): Date | undefined {
  const offset = lookUp(zoneHours, zone.toUpperCase());
  const upper = clock.trim().toUpperCase();
  const [, digits, minute, half] = /^(\d{1,2}?):?(\d\d)\s*(AM|PM)$/.exec(lookUp(clockWords, upper) ?? upper) ?? [];
  const hour = Number(digits);
  if (offset === undefined || !(hour <= (half === 'PM' ? 23 : 12))) return undefined;
  const moment = exactUtc([year, month, day, (hour % 12) + (half === 'PM' ? 12 : 0), Number(minute)]);
  return moment ? new Date(moment.getTime() - offset * hourMs) : undefined;
}
