import { roundTo } from '../model/curves.ts';
import type { Point, Ring } from '@severe/geo';
import { along, kmPerDegree, moved, radian, sum, type Offset } from '../model/plane.ts';
import type { Sample } from '../threats/track.ts';

/** The area that a storm will cross: from behind it along its motion, wider with distance. */
export interface Swath {
  origin: Point;
  towardDeg: number;
  /** Length behind and ahead of the origin, km. */
  backKm: number;
  lengthKm: number;
  /** Half-width at the origin, km. */
  reachKm: number;
}

/** Increase of the half-width per kilometre ahead: motions are known to about ten degrees. */
const spread = 0.17;

/** The area that a storm will cross in `minutes`. */
export function swathOf({ front, motion, reachKm }: Sample, minutes: number): Swath {
  const middle = front[front.length >> 1];
  return {
    origin: middle,
    towardDeg: motion.towardDeg,
    backKm: Math.min(16, 0.35 * reachKm + 5),
    lengthKm: Math.max(14, (motion.speed * minutes * 60) / 1000) + 6,
    reachKm,
  };
}

/** Coordinates of a place: kilometres ahead of the origin and left of the axis. */
export function placeIn({ origin, towardDeg }: Swath, { lat, lon }: Point): { ahead: number; left: number } {
  const north = (lat - origin.lat) * kmPerDegree;
  const east = (lon - origin.lon) * kmPerDegree * Math.cos(((lat + origin.lat) / 2) * radian);
  const { east: sin, north: cos } = along(towardDeg, 1);
  return { ahead: east * sin + north * cos, left: north * sin - east * cos };
}

/** Whether a storm is still within its expected area, with a margin. */
export function isWithinSwath(swath: Swath, { front }: Sample): boolean {
  const { ahead, left } = placeIn(swath, front[front.length >> 1]);
  return ahead > -swath.backKm && ahead < swath.lengthKm - 4 && Math.abs(left) < 0.6 * widthAt(swath, ahead);
}

/**
 * The outline of the remaining part of a swath when the storm has moved `passedKm`, rounded to a hundredth of a degree.
 */
export function swathRing(swath: Swath, passedKm = 0): Ring {
  const { origin, towardDeg, backKm, lengthKm } = swath;
  const rear = Math.min(passedKm - backKm, lengthKm - 8);
  const corner = (ahead: number, side: number): [number, number] => {
    const offset: Offset = sum(along(towardDeg, ahead), along(towardDeg - 90, side * widthAt(swath, ahead)));
    const { lat, lon } = moved(origin, offset);
    return [roundTo(lon, 100), roundTo(lat, 100)];
  };
  const corners = [corner(rear, -1), corner(lengthKm, -1), corner(lengthKm, 1), corner(rear, 1)];
  return [...corners, corners[0]];
}

function widthAt({ reachKm }: Swath, ahead: number): number {
  return reachKm + spread * Math.max(0, ahead);
}
