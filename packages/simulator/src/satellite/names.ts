const day = 86_400_000;

/** The times of a file, milliseconds since 1970. */
export interface FileTimes {
  start: number;
  end: number;
  created: number;
}

/** A moment as names of GOES-R files have it: year, day of the year, time, and tenths of a second. */
export function stamp(time: number): string {
  const date = new Date(time);
  const digits = date.toISOString().replace(/\D/g, '');
  return digits.slice(0, 4) + dayOfYear(date) + digits.slice(8, 15);
}

/** The folder of a moment. */
export function folder(time: number): string {
  const date = new Date(time);
  return `${date.getUTCFullYear()}/${dayOfYear(date)}/${String(date.getUTCHours()).padStart(2, '0')}`;
}

/** The moment of a stamp. */
export function readStamp(stamp: string): number {
  const [, year, days, hours, minutes, seconds, tenths] = /^(\d{4})(\d{3})(\d\d)(\d\d)(\d\d)(\d)$/.exec(
    stamp,
  ) as RegExpExecArray;
  const start = Date.UTC(Number(year), 0, 0) + Number(days) * day;
  return start + Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1000 + Number(tenths) * 100;
}

/** As attributes have it, with tenths. */
export function isoTenths(time: number): string {
  return `${new Date(time).toISOString().slice(0, -3)}Z`;
}

/** Seconds since 2000-01-01 12:00, in which the files count. */
export function secondsOf(time: number): number {
  return (time - Date.UTC(2000, 0, 1, 12)) / 1000;
}

function dayOfYear(date: Date): string {
  return String(Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 0)) / day)).padStart(3, '0');
}
