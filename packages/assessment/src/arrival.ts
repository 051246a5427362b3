import { bearingDeg, destination, distanceM, type Point } from '@severe/geo';
import { cone, coneCovers, onLine, relativeTo } from './cone.ts';
import type { MovingStorm, Situation, StormTrack } from './situation.ts';

/** When a storm may arrive at a place, if its motion does not change. */
export interface Arrival {
  storm: MovingStorm;
  minutes: number;
  /** Spread of `minutes`, from the errors of position and speed. `earliest` ≥ 0. */
  earliest: number;
  latest: number;
  at: Date;
  /** Remaining distance along the motion, metres: minutes × speed. */
  distanceM: number;
  /** Direction from the place to the storm, degrees. */
  bearingDeg: number;
  /** Estimated present position of the storm. */
  position: Point;
}

/** The slowest motion that gives an arrival, m/s. Below it the direction of a motion is not meaningful. */
const minSpeedMps = 1;

/** The position of a track that stands for it: of a line, the middle one. */
export function locationOf({ points }: StormTrack): Point {
  return points[points.length >> 1];
}

/** Where a position of a storm is at a time, if it kept its motion. */
export function positionAt(origin: Point, { observedAt, towardDeg, speedMps }: StormTrack, at: Date): Point {
  return destination(origin, towardDeg, Math.max(0, speedMps * ((at.getTime() - observedAt.getTime()) / 1000)));
}

/**
 * The arrival of a storm at the place: the distance along its motion divided by its speed.
 *
 * @returns null if the storm does not move, its cone misses the place, or it has passed
 */
export function arrivalOf(storm: MovingStorm, { now, place }: Pick<Situation, 'now' | 'place'>): Arrival | null {
  const { motion } = storm;
  if (motion.speedMps < minSpeedMps || !coneCovers(motion, place)) return null;
  const origin = originFor(motion, place);
  const elapsed = (now.getTime() - motion.observedAt.getTime()) / 1000;
  const ahead = relativeTo(origin, motion, place).aheadM - motion.speedMps * elapsed;
  const position = positionAt(origin, motion, now);
  if (ahead < 0 && distanceM(position, place) > cone.radiusM) return null;
  const remaining = Math.max(0, ahead);
  const minutes = remaining / motion.speedMps / 60;
  if (minutes > cone.minutes) return null;
  return {
    storm,
    minutes,
    earliest: Math.max(0, remaining - cone.radiusM) / (motion.speedMps * (1 + cone.speedShare)) / 60,
    latest: (remaining + cone.radiusM) / (motion.speedMps * (1 - cone.speedShare)) / 60,
    at: new Date(now.getTime() + minutes * 60_000),
    distanceM: remaining,
    bearingDeg: bearingDeg(place, position),
    position,
  };
}

/** The part of a storm that moves over the place; else its nearest position across the motion. */
function originFor(track: StormTrack, place: Point): Point {
  const { points } = track;
  for (let i = 1; i < points.length; i++) {
    const crossing = onLine(points[i - 1], points[i], track, place);
    if (crossing) return crossing;
  }
  const aside = (point: Point) => Math.abs(relativeTo(point, track, place).rightM);
  return points.reduce((best, point) => (aside(point) < aside(best) ? point : best));
}

/** Storms that may arrive, the most urgent first: those of warnings before cells, then the earliest. */
export function arrivalsOf(situation: Pick<Situation, 'now' | 'place' | 'storms'>): Arrival[] {
  const arrivals = situation.storms.flatMap((storm) => arrivalOf(storm, situation) ?? []);
  const isCell = ({ storm }: Arrival) => Number(storm.alertId === null);
  return arrivals.sort((a, b) => isCell(a) - isCell(b) || a.minutes - b.minutes);
}
