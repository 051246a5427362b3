import type { RadarSite } from '@severe/catalogue';
import { minute } from '../model/plane.ts';
import { chance } from '../model/random.ts';
import { cutEnds } from './volume.ts';

/** A radar begins a volume this often; volumes are numbered by it, counted from 1970. */
export const volumeEvery = 5 * minute;

/** Milliseconds that a volume takes. */
export const volumeTakes: number = cutEnds[cutEnds.length - 1];

/** When a radar begins a volume, to the second: each goes by a clock of its own. */
export function volumeStart(seed: number, { lat, lon }: RadarSite, volume: number): number {
  const own = Math.floor(300 * chance(seed, Math.round(lat * 1e4), Math.round(lon * 1e4)));
  return volume * volumeEvery + 1000 * own;
}

/** The newest volume that has begun at a time. */
export function volumeAt(seed: number, site: RadarSite, time: number): number {
  return Math.floor((time - volumeStart(seed, site, 0)) / volumeEvery);
}

/** The number under which a volume is known for some days: 1 to 999. */
export function volumeNumber(volume: number): number {
  return (volume % 999) + 1;
}
