import { minute } from '../model/plane.ts';
import { chance } from '../model/random.ts';

/** A mosaic is made this often; scans are numbered by it, counted from 1970. */
export const scanEvery = 2 * minute;

/** How many scans a 30-minute maximum looks back on, its own included: both ends of the half hour count. */
export const scansInHalfHour = (30 * minute) / scanEvery + 1;

/** The time a scan is valid for, to the second: some 40 s after the even minute, never quite the same. */
export function validTimeOf(seed: number, scan: number): number {
  return scan * scanEvery + 1000 * (36 + Math.floor(9 * chance(seed, 0x5ca, scan)));
}

/** When a product of a scan can be fetched: a minute to a minute and a half later. */
export function publishedAt(seed: number, scan: number, product: number): number {
  return validTimeOf(seed, scan) + 1000 * (60 + Math.floor(31 * chance(seed, 0x9b, scan, product)));
}

/** The newest scan that is valid at a time or before it. */
export function scanAt(seed: number, time: number): number {
  const scan = Math.floor(time / scanEvery);
  return validTimeOf(seed, scan) <= time ? scan : scan - 1;
}
