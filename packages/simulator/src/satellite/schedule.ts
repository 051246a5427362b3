import { minute } from '../model/plane.ts';
import { chance } from '../model/random.ts';

/** The sector is scanned this often; scans are numbered by it, counted from 1970. */
export const scanEvery = 5 * minute;

/** When a scan begins: a minute and some seconds after the five minutes, to a tenth of a second. */
export function scanStart(seed: number, satellite: number, scan: number): number {
  return scan * scanEvery + minute + 100 * (172 + Math.floor(11 * chance(seed, 0x60e5, satellite, scan)));
}

/** It ends 2 min 37.3 s later. */
export const scanTakes = 157_300;

/** When its file was written: half a minute after its end. */
export function createdAt(seed: number, satellite: number, scan: number): number {
  return (
    scanStart(seed, satellite, scan) + scanTakes + 100 * (260 + Math.floor(80 * chance(seed, 0xc4ea, satellite, scan)))
  );
}

/** When it can be fetched. */
export const publishedAfter = 12_000;

/** The newest scan that has begun. */
export function scanAt(time: number): number {
  return Math.floor((time - minute) / scanEvery);
}
