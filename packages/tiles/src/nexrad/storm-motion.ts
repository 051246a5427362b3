import { invalid } from '@severe/base';
import type { RadarSite } from '@severe/catalogue';

/** Direction that storms come from, in degrees clockwise from north, and their speed. */
export interface StormMotion {
  fromDeg: number;
  kt: number;
}

/** Finds the storm motion near a radar at a time: that of the strongest active warning, or undefined. */
export type StormMotions = (site: RadarSite, at: Date, withinM: number) => Promise<StormMotion | undefined>;

/** A service without warnings. */
export const noStormMotions: StormMotions = () => Promise.resolve(undefined);

/** Warnings change by the minute, and a map requests many tiles at once. */
const cacheMs = 10_000;

/**
 * Caches motions by site. If the query fails, the last motion is used.
 *
 * @param onError called with every failure
 */
export function cacheMotions(
  motions: StormMotions,
  onError: (error: unknown) => void,
  now = () => performance.now(),
): StormMotions {
  const cache = new Map<string, { at: number; motion: Promise<StormMotion | undefined> }>(); // a few hundred sites
  return (site, at, withinM) => {
    const last = cache.get(site.id);
    if (last && now() - last.at < cacheMs) return last.motion;
    const motion = motions(site, at, withinM).catch((error: unknown) => {
      onError(error);
      return last?.motion;
    });
    cache.set(site.id, { at: now(), motion });
    return motion;
  };
}

/** A warning farther from the radar than this is not used. */
const nearM = 230_000;
/** Motions are rounded to this, so that nearly equal requests share a tile. */
const step = 5;

/** A motion, and whether the request gave it. A motion of a warning may change soon. */
export interface ChosenMotion extends StormMotion {
  named: boolean;
}

/** @throws {RequestError} 422 for a direction without a speed, or a speed without a direction */
export function checkMotion({ fromDeg, kt }: Partial<StormMotion>): void {
  if ((fromDeg === undefined) === (kt === undefined)) return;
  const missing = fromDeg === undefined ? 'sm_dir' : 'sm_kt';
  throw invalid(['query', missing], 'sm_dir and sm_kt must be given together', 'missing');
}

/** The motion of the request, else of a warning, else zero. */
export async function chooseMotion(
  { fromDeg, kt }: Partial<StormMotion>,
  motions: StormMotions,
  site: RadarSite,
  at: Date,
): Promise<ChosenMotion> {
  if (fromDeg !== undefined && kt !== undefined) return { ...rounded({ fromDeg, kt }), named: true };
  const warned = await motions(site, at, nearM);
  return { ...rounded(warned ?? { fromDeg: 0, kt: 0 }), named: false };
}

/** As in wind reports: `245/35`, `005/00`. */
export function motionText({ fromDeg, kt }: StormMotion): string {
  return `${String(fromDeg).padStart(3, '0')}/${String(kt).padStart(2, '0')}`;
}

function rounded({ fromDeg, kt }: StormMotion): StormMotion {
  return { fromDeg: (Math.round(fromDeg / step) * step) % 360, kt: Math.round(kt / step) * step };
}
