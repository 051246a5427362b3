import { minute } from '../model/plane.ts';
import { chance } from '../model/random.ts';

/** Interval between scans of the sector. Scans are numbered by it from 1970. */
export const scanEvery = 5 * minute;

/** Start of a scan: a minute and some seconds after the five minutes, to a tenth of a second. */
export function scanStart(seed: number, satellite: number, scan: number): number {
  return scan * scanEvery + minute + 100 * (172 + Math.floor(11 * chance(seed, 0x60e5, satellite, scan)));
}

/** Duration of a scan: 2 min 37.3 s. */
export const scanTakes = 157_300;

/** Creation time of its file: half a minute after the end of the scan. */
export function createdAt(seed: number, satellite: number, scan: number): number {
  return (
    scanStart(seed, satellite, scan) + scanTakes + 100 * (260 + Math.floor(80 * chance(seed, 0xc4ea, satellite, scan)))
  );
}

/** Milliseconds from creation until the file can be fetched. */
export const publishedAfter = 12_000;

/** The newest scan that has started at a time. */
export function scanAt(time: number): number {
  return Math.floor((time - minute) / scanEvery);
}
