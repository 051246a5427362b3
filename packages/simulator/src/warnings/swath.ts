import type { Point, Ring } from '@severe/geo';
import { along, kmPerDegree, moved, radian, sum, type Offset } from '../model/plane.ts';
import type { Sample } from '../threats/track.ts';

/** The ground that a storm will pass over: from behind it along its motion, wider the further ahead. */
export interface Swath {
  origin: Point;
  towardDeg: number;
  /** Behind the origin, and ahead of it, km. */
  backKm: number;
  lengthKm: number;
  /** To each side at the origin, km. */
  reachKm: number;
}

/** How much wider it gets on each side for a kilometre ahead: motions are known to some ten degrees. */
const spread = 0.17;

/** What a storm will pass over in so many minutes. */
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

/** Where a place lies: kilometres ahead of the origin, and to the left of its way. */
export function placeIn({ origin, towardDeg }: Swath, { lat, lon }: Point): { ahead: number; left: number } {
  const north = (lat - origin.lat) * kmPerDegree;
  const east = (lon - origin.lon) * kmPerDegree * Math.cos(((lat + origin.lat) / 2) * radian);
  const { east: sin, north: cos } = along(towardDeg, 1);
  return { ahead: east * sin + north * cos, left: north * sin - east * cos };
}

/** Whether a storm is where it was thought that it would be, with some room to every side. */
export function swathHolds(swath: Swath, { front }: Sample): boolean {
  const { ahead, left } = placeIn(swath, front[front.length >> 1]);
  return ahead > -swath.backKm && ahead < swath.lengthKm - 4 && Math.abs(left) < 0.6 * widthAt(swath, ahead);
}

/** What is left of a swath when the storm has come so far; corners to a hundredth of a degree, as forecasters write. */
export function swathRing(swath: Swath, passedKm = 0): Ring {
  const { origin, towardDeg, backKm, lengthKm } = swath;
  const rear = Math.min(passedKm - backKm, lengthKm - 8);
  const corner = (ahead: number, side: number): [number, number] => {
    const offset: Offset = sum(along(towardDeg, ahead), along(towardDeg - 90, side * widthAt(swath, ahead)));
    const { lat, lon } = moved(origin, offset);
    return [hundredths(lon), hundredths(lat)];
  };
  const corners = [corner(rear, -1), corner(lengthKm, -1), corner(lengthKm, 1), corner(rear, 1)];
  return [...corners, corners[0]];
}

function widthAt({ reachKm }: Swath, ahead: number): number {
  return reachKm + spread * Math.max(0, ahead);
}

function hundredths(degrees: number): number {
  return Math.round(degrees * 100) / 100;
}
