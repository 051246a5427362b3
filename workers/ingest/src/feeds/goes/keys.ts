import { dayMs, minuteMs } from '@severe/async';
import type { Satellite } from '@severe/catalogue';

/**
 * `ABI-L2-MCMIPC/2026/140/22/OR_ABI-L2-MCMIPC-M6_G19_s20261402216176_e…_c….nc`: year, day of the year, hour …;
 * `…-M6C13_G19_…` in a file of one band.
 */
const keyPattern = /\/OR_([A-Z0-9-]+)-M\d+(C\d\d)?_(G\d\d)_s(\d{4})(\d{3})(\d\d)(\d\d)\d{3}_e\d{14}_c\d{14}\.nc$/;

/**
 * Start of a scan from a key of the GOES buckets, to the minute, as in frame names. Undefined for a key of another
 * form, satellite, product or band.
 *
 * @param band that of a file of one band, such as `C13`
 */
export function scanTimeOf(key: string, folder: string, { id }: Satellite, band?: string): Date | undefined {
  const [, product, found, satellite, year, day, hour, minute] = keyPattern.exec(key) ?? [];
  if (product !== folder || satellite !== id || found !== band) return undefined;
  return timeOfDigits(year, day, hour, minute);
}

/** A time from digits with the day of the year, from 1; undefined for an invalid time, such as day 366 of a common year. */
export function timeOfDigits(year: string, day: string, hour: string, minute: string, second = '0'): Date | undefined {
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const ofDayMs = (Number(hour) * 60 + Number(minute)) * minuteMs + Number(second) * 1000;
  const at = new Date(Date.UTC(Number(year), 0, 1) + (Number(day) - 1) * dayMs + ofDayMs);
  return at.getUTCFullYear() === Number(year) ? at : undefined;
}

/** The folder of the hour in which a scan began. */
export function hourPrefix(folder: string, at: Date): string {
  const { year, day, hour } = startDigits(at);
  return `${folder}/${year}/${day}/${hour}/`;
}

/** The digits of a start in keys; the day is that of the year. */
export function startDigits(at: Date): { year: string; day: string; hour: string; minute: string; second: string } {
  const year = at.getUTCFullYear();
  const day = Math.floor((at.getTime() - Date.UTC(year, 0, 1)) / dayMs) + 1;
  const [hour, minute, second] = at.toISOString().slice(11, 19).split(':');
  return { year: String(year), day: String(day).padStart(3, '0'), hour, minute, second };
}
