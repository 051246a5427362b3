import { minuteMs } from '../model/plane.ts';
import { randomFrom } from '../model/random.ts';

/** Interval between scans of the sector. Scans are numbered by it from 1970. */
const scanIntervalMs = 5 * minuteMs;

/** Start of a scan: a minute and some seconds after the five minutes, to a tenth of a second. */
export function scanStart(seed: number, satellite: number, scan: number): number {
  return scan * scanIntervalMs + minuteMs + 100 * (172 + Math.floor(11 * randomFrom(seed, 0x60e5, satellite, scan)));
}

/** Duration of a scan: 2 min 37.3 s. */
export const scanDurationMs = 157_300;

/** Creation time of its file: half a minute after the end of the scan. */
export function createdAt(seed: number, satellite: number, scan: number): number {
  return (
    scanStart(seed, satellite, scan) +
    scanDurationMs +
    100 * (260 + Math.floor(80 * randomFrom(seed, 0xc4ea, satellite, scan)))
  );
}

/** Milliseconds from creation until the file can be fetched. */
export const publishedAfter = 12_000;

/** The newest scan that has started at a time. */
export function scanAt(time: number): number {
  return Math.floor((time - minuteMs) / scanIntervalMs);
}
