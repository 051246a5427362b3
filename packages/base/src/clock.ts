/** Tells the time. Everything that asks what time it is takes one of these, so that a test or a replay can set it. */
export type Clock = () => Date;

/**
 * A clock that shows `from` at the moment it is made and runs on from there.
 *
 * @param from  the time it starts at; the computer's own time when absent
 * @param speed seconds on this clock for each second that passes
 */
export function createClock(from?: Date, speed = 1): Clock {
  if (!from && speed === 1) return () => new Date();
  const start = (from ?? new Date()).getTime();
  const startedAt = performance.now();
  return () => new Date(start + (performance.now() - startedAt) * speed);
}

/** RFC 3339 in UTC with whole seconds: `2026-05-20T22:18:00Z`. */
export function formatTime(at: Date): string {
  return `${at.toISOString().slice(0, 19)}Z`;
}

/** The `ts` of tiles and frames: `YYYYMMDDHHMM` in UTC. Plain arithmetic: every tile request comes by here. */
export function formatStamp(at: Date): string {
  const month = at.getUTCMonth() + 1;
  const date = (at.getUTCFullYear() * 100 + month) * 100 + at.getUTCDate();
  return String((date * 100 + at.getUTCHours()) * 100 + at.getUTCMinutes()).padStart(12, '0');
}

/** The moment a `YYYYMMDDHHMM` names, or undefined when it is not one (31 April, 25 o'clock, eleven digits). */
export function parseStamp(text: string): Date | undefined {
  if (!/^\d{12}$/.test(text)) return undefined;
  const part = (from: number, to: number) => Number(text.slice(from, to));
  const at = new Date(Date.UTC(part(0, 4), part(4, 6) - 1, part(6, 8), part(8, 10), part(10, 12)));
  return formatStamp(at) === text ? at : undefined;
}

const moment = /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?\s?([Zz]|[+-]?\d\d:?\d\d)?)?$/;

/**
 * The moment that an RFC 3339 text names, with any offset or a fraction, or a date alone (its midnight); without an
 * offset in UTC. Undefined for anything else, such as 31 April. A plus that a query has turned into a space is one.
 */
export function parseTime(text: string): Date | undefined {
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '.0', offset = 'Z'] =
    moment.exec(text) ?? [];
  if (year === undefined) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day)); // Date.UTC would take year 50 for 1950
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return undefined;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const minutes = offsetMinutes(offset);
  if (minutes === undefined) return undefined;
  return new Date(
    date.setUTCHours(Number(hour), Number(minute) - minutes, Number(second), Math.floor(Number(fraction) * 1000)),
  );
}

/** How far a clock with this offset is ahead of UTC. */
function offsetMinutes(offset: string): number | undefined {
  if (offset.toUpperCase() === 'Z') return 0;
  const [, sign, hours, minutes] = /^([+-]?)(\d\d):?(\d\d)$/.exec(offset)!;
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
