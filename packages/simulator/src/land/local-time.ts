import type { Office } from '@severe/catalogue';

/** States, and single offices of other states, on mountain time. */
const mountain = new Set(['CO', 'NM', 'WY', 'EPZ', 'GLD']);

/** The time zone of an office in the plains or the Mississippi valley, for example `America/Chicago`. */
export function zoneOf({ id, state }: Office): string {
  return mountain.has(state) || mountain.has(id) ? 'America/Denver' : 'America/Chicago';
}

const parts = (zone: string, at: number): Record<string, string> =>
  Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone);
  if (cached) return cached;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    weekday: 'short',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
    timeZoneName: 'short',
  });
  formats.set(timeZone, made);
  return made;
}

/** For example `July 15 at 2:00PM MDT`. */
export function headlineTime(zone: string, at: number): string {
  const { month, day, hour, minute, dayPeriod, timeZoneName } = parts(zone, at);
  return `${month} ${day} at ${hour}:${minute}${dayPeriod} ${timeZoneName}`;
}

/** For example `200 PM MDT`. */
export function clockTime(zone: string, at: number): string {
  const { hour, minute, dayPeriod, timeZoneName } = parts(zone, at);
  return `${hour}${minute} ${dayPeriod} ${timeZoneName}`;
}

/** For example `200 PM MDT Wed Jul 15 2026`. */
export function bulletinTime(zone: string, at: number): string {
  const { weekday, month, day, year } = parts(zone, at);
  return `${clockTime(zone, at)} ${weekday} ${month.slice(0, 3)} ${day} ${year}`;
}

/** Date and time as in forms, for example `07/15/2026` and `02:00 PM MDT`. */
export function formTime(zone: string, at: number): { date: string; time: string } {
  const { hour, minute, dayPeriod, timeZoneName } = parts(zone, at);
  const [, year, month, day] = /^(\d+)-(\d+)-(\d+)/.exec(zonedTime(zone, at))!;
  return { date: `${month}/${day}/${year}`, time: `${hour.padStart(2, '0')}:${minute} ${dayPeriod} ${timeZoneName}` };
}

/** For example `2026-07-15T14:00:00-06:00`. */
export function zonedTime(zone: string, at: number): string {
  const offsetMinutes = Math.round((wallClock(zone, at) - Math.floor(at / 60_000) * 60_000) / 60_000);
  const wall = new Date(at + offsetMinutes * 60_000).toISOString().slice(0, 19);
  const size = Math.abs(offsetMinutes);
  const digits = (n: number): string => String(n).padStart(2, '0');
  return `${wall}${offsetMinutes < 0 ? '-' : '+'}${digits(Math.floor(size / 60))}:${digits(size % 60)}`;
}

/** The local time of a zone as if it were UTC, milliseconds. */
function wallClock(zone: string, at: number): number {
  const { year, month, day, hour, minute, dayPeriod } = parts(zone, at);
  const hours = (Number(hour) % 12) + (dayPeriod === 'PM' ? 12 : 0);
  return Date.parse(`${month} ${day}, ${year} UTC`) + (hours * 60 + Number(minute)) * 60_000;
}
