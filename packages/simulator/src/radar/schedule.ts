import { minuteMs } from '../model/plane.ts';
import { randomFrom } from '../model/random.ts';

/** Interval between mosaics. Scans are numbered by it from 1970. */
export const scanIntervalMs = 2 * minuteMs;

/** Number of scans in a 30-minute maximum. Both ends of the half hour count. */
export const scansInHalfHour = (30 * minuteMs) / scanIntervalMs + 1;

/** Valid time of a scan, to the second: 36 to 44 s after the even minute. */
export function validTimeOf(seed: number, scan: number): number {
  return scan * scanIntervalMs + 1000 * (36 + Math.floor(9 * randomFrom(seed, 0x5ca, scan)));
}

/** Publication time of a product: 60 to 90 s after the valid time. */
export function publishedAt(seed: number, scan: number, product: number): number {
  return validTimeOf(seed, scan) + 1000 * (60 + Math.floor(31 * randomFrom(seed, 0x9b, scan, product)));
}

/** The newest scan valid at or before a time. */
export function scanAt(seed: number, time: number): number {
  const scan = Math.floor(time / scanIntervalMs);
  return validTimeOf(seed, scan) <= time ? scan : scan - 1;
}
