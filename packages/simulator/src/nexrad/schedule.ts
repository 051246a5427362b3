import type { RadarSite } from '@severe/catalogue';
import { minuteMs } from '../model/plane.ts';
import { randomFrom } from '../model/random.ts';
import { cutEnds } from './volume.ts';

/** Interval between the volumes of a radar. Volumes are numbered by it from 1970. */
export const volumeIntervalMs = 5 * minuteMs;

/** Duration of a volume, milliseconds. */
export const volumeDurationMs: number = cutEnds[cutEnds.length - 1];

/** Start time of a volume, to the second. Each radar has its own phase. */
export function volumeStart(seed: number, { lat, lon }: RadarSite, volume: number): number {
  const own = Math.floor(300 * randomFrom(seed, Math.round(lat * 1e4), Math.round(lon * 1e4)));
  return volume * volumeIntervalMs + 1000 * own;
}

/** The newest volume that has started at a time. */
export function volumeAt(seed: number, site: RadarSite, time: number): number {
  return Math.floor((time - volumeStart(seed, site, 0)) / volumeIntervalMs);
}

/** The number that identifies a volume for some days: 1 to 999. */
export function volumeNumber(volume: number): number {
  return (volume % 999) + 1;
}
