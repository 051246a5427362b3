const day = 86_400_000;

/** The times of a file, milliseconds since 1970. */
export interface FileTimes {
  start: number;
  end: number;
  created: number;
}

/** A time as in GOES-R file names: year, day of the year, time, tenths of a second. */
export function stamp(time: number): string {
  const date = new Date(time);
  const digits = date.toISOString().replace(/\D/g, '');
  return digits.slice(0, 4) + dayOfYear(date) + digits.slice(8, 15);
}

/** The folder of a time: year, day of the year, hour. */
export function folder(time: number): string {
  const date = new Date(time);
  return `${date.getUTCFullYear()}/${dayOfYear(date)}/${String(date.getUTCHours()).padStart(2, '0')}`;
}

/** The time of a stamp, milliseconds since 1970. */
export function readStamp(stamp: string): number {
  const [, year, days, hours, minutes, seconds, tenths] = /^(\d{4})(\d{3})(\d\d)(\d\d)(\d\d)(\d)$/.exec(
    stamp,
  ) as RegExpExecArray;
  const start = Date.UTC(Number(year), 0, 0) + Number(days) * day;
  return start + Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1000 + Number(tenths) * 100;
}

/** ISO 8601 with tenths of a second, as in attributes. */
export function isoTenths(time: number): string {
  return `${new Date(time).toISOString().slice(0, -3)}Z`;
}

/** Seconds since 2000-01-01 12:00, the epoch of the files. */
export function secondsOf(time: number): number {
  return (time - Date.UTC(2000, 0, 1, 12)) / 1000;
}

function dayOfYear(date: Date): string {
  return String(Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 0)) / day)).padStart(3, '0');
}
