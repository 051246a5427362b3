import { invalid } from '@severe/base';
import type { RadarSite } from '@severe/catalogue';

/** Where storms come from, in degrees clockwise from north, and how fast. */
export interface StormMotion {
  fromDeg: number;
  kt: number;
}

/** Who knows how storms move near a radar at a time: the motion of the strongest active warning there, or undefined. */
export type StormMotions = (site: RadarSite, at: Date, withinM: number) => Promise<StormMotion | undefined>;

/** Nobody knows. */
export const noMotions: StormMotions = () => Promise.resolve(undefined);

/** Warnings come and change by the minute, and a map asks for many tiles at a time. */
const keptMs = 10_000;

/**
 * The same, asked once for all tiles of a picture. While who knows is away, the motion that was known last is given.
 *
 * @param complain is told of a failure
 */
export function rememberMotions(
  motions: StormMotions,
  complain: (error: unknown) => void,
  now = () => performance.now(),
): StormMotions {
  const kept = new Map<string, { at: number; motion: Promise<StormMotion | undefined> }>(); // by site: a few hundred
  return (site, at, withinM) => {
    const last = kept.get(site.id);
    if (last && now() - last.at < keptMs) return last.motion;
    const motion = motions(site, at, withinM).catch((error: unknown) => {
      complain(error);
      return last?.motion;
    });
    kept.set(site.id, { at: now(), motion });
    return motion;
  };
}

/** A storm further from the radar than this tells nothing of those near it. */
const nearM = 230_000;
/** Motions are rounded to this, so that requests for nearly the same picture get the same one. */
const step = 5;

/** A motion that is known, and whether the request named it: else the answer may soon be another. */
export interface ChosenMotion extends StormMotion {
  named: boolean;
}

/** @throws {RequestError} 422 for a direction without a speed, or the other way */
export function checkMotion({ fromDeg, kt }: Partial<StormMotion>): void {
  if ((fromDeg === undefined) === (kt === undefined)) return;
  const missing = fromDeg === undefined ? 'sm_dir' : 'sm_kt';
  throw invalid(['query', missing], 'sm_dir and sm_kt are given together, or not at all', 'missing');
}

/** The motion that a request asks for, else that of a warning, else none. */
export async function chooseMotion(
  { fromDeg, kt }: Partial<StormMotion>,
  motions: StormMotions,
  site: RadarSite,
  at: Date,
): Promise<ChosenMotion> {
  if (fromDeg !== undefined && kt !== undefined) return { ...rounded({ fromDeg, kt }), named: true };
  const known = await motions(site, at, nearM);
  return { ...rounded(known ?? { fromDeg: 0, kt: 0 }), named: false };
}

/** As in wind reports: `245/35`, `005/00`. */
export function motionText({ fromDeg, kt }: StormMotion): string {
  return `${String(fromDeg).padStart(3, '0')}/${String(kt).padStart(2, '0')}`;
}

function rounded({ fromDeg, kt }: StormMotion): StormMotion {
  return { fromDeg: (Math.round(fromDeg / step) * step) % 360, kt: Math.round(kt / step) * step };
}
