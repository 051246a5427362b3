import { interpolateKnots, mix, smoothstep } from './curves.ts';
import { hourMs } from './plane.ts';
import { randomFrom } from './random.ts';

/** Positions of the fronts at one time. */
export interface Synoptic {
  /** Diurnal cycle: 1 in the hottest hour of the plains (about 22 UTC), −1 twelve hours earlier and later. */
  warmth: number;
  /** Cycle of the low-level jet: 1 before midnight (05 UTC), −1 before noon. */
  lowLevelJet: number;
  /** 1 during a dangerous generation of storms, when moister air and a stronger low-level jet come; else 0. */
  danger: number;
  /** Longitude of the dryline at 34° N. */
  drylineLon: number;
  /** Centre of the lee low. */
  low: { lat: number; lon: number };
  /** Latitude of the warm front at the low's longitude. */
  warmFrontLat: number;
}

const day = 24 * hourMs;

/**
 * The large-scale weather: a lee low over the high plains, a warm front east of it, and a dryline south of it that
 * moves east by day and west by night. Pure in seed and time.
 */
export function synopticAt(seed: number, time: number): Synoptic {
  const warmth = Math.cos(((time / hourMs - 22) / 24) * 2 * Math.PI);
  // The dryline lags the sun: it is furthest east at about 00 UTC.
  const mixing = Math.cos(((time / hourMs - 24) / 24) * 2 * Math.PI);
  const wander = (salt: number) => daily(seed, salt, time);
  const lat = 37.6 + 0.7 * wander(1);
  const drylineLon = -100.5 + 0.75 * mixing + 0.6 * wander(2);
  return {
    warmth,
    lowLevelJet: Math.cos(((time / hourMs - 5) / 24) * 2 * Math.PI),
    danger: dangerAt(seed, time),
    drylineLon,
    low: { lat, lon: drylineLon - 0.8 + 0.4 * wander(3) },
    warmFrontLat: lat + 0.3 * wander(4),
  };
}

/** Interval between generations of storms, counted from 1970. A storm is always in progress. */
export const generationIntervalMs = 6 * hourMs;

/** The hour of day, UTC, at which dangerous generations begin, and how many of those are. */
const dangerous = { hour: 18, share: 0.5 };

/** Whether a generation of storms brings strong tornadoes: in the afternoon and evening of some days. */
export function isDangerous(seed: number, index: number): boolean {
  const hour = ((index * generationIntervalMs) / hourMs) % 24;
  return hour === dangerous.hour && randomFrom(seed, 0xda7, index) < dangerous.share;
}

/** The air of a dangerous generation comes before its storms, and leaves when they have become a line. */
function dangerAt(seed: number, time: number): number {
  const early = 6; // the air of a day is looked at from noon on
  const sinceNoon = (time / hourMs - dangerous.hour + early) % 24;
  const index = (time / hourMs - sinceNoon + early) / (generationIntervalMs / hourMs);
  if (!isDangerous(seed, Math.round(index))) return 0;
  const hours = sinceNoon - early;
  return smoothstep(-3, -0.5, hours) * smoothstep(9, 6.5, hours);
}

/** Longitude of the dryline at a latitude. It runs from south-southwest to north-northeast, with a bulge. */
export function drylineLonAt({ drylineLon }: Synoptic, lat: number): number {
  return drylineLon + 0.17 * (lat - 34) + 0.35 * Math.sin((lat - 31) * 0.9);
}

/** Latitude of the warm front at a longitude. It curves from the low to the east-southeast. */
export function warmFrontLatAt({ warmFrontLat, low }: Synoptic, lon: number): number {
  return warmFrontLat + interpolateKnots(arch, lon - low.lon);
}

const arch = [
  [0, 0.1],
  [4, 0.5],
  [9, -0.4],
  [16, -2.5],
] as const;

/** A number from −1 to 1 that changes smoothly from day to day. */
function daily(seed: number, salt: number, time: number): number {
  const today = Math.floor(time / day);
  const at = (n: number) => 2 * randomFrom(seed, salt, n) - 1;
  return mix(at(today), at(today + 1), smoothstep(0, 1, time / day - today));
}
