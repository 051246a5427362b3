import type { Point } from './distance.ts';
import { AreaError } from './error.ts';
import type { Bounds } from './tile.ts';

/** A search area. All given conditions must hold. `radiusM` (metres) needs `point`. */
export interface SearchArea {
  bbox?: Bounds;
  point?: Point;
  radiusM?: number;
}

/**
 * Combines the three spatial parameters; undefined if none is given.
 *
 * @throws {AreaError} a radius without a point
 */
export function areaOf(given: {
  bbox?: Bounds | undefined;
  point?: Point | undefined;
  radius?: number | undefined;
}): SearchArea | undefined {
  const { bbox, point, radius } = given;
  if (radius !== undefined && !point) throw new AreaError('Invalid radius: it needs a point around which it is meant');
  if (!bbox && !point) return undefined;
  return {
    ...(bbox ? { bbox } : {}),
    ...(point ? { point } : {}),
    ...(radius === undefined ? {} : { radiusM: radius }),
  };
}

/** Whether a point lies in a box, edges included; the box may cross the antimeridian. */
export function contains([west, south, east, north]: Bounds, lon: number, lat: number): boolean {
  if (lat < south || lat > north) return false;
  return west <= east ? lon >= west && lon <= east : lon >= west || lon <= east;
}

/** Splits a box at the antimeridian: one or two boxes that do not cross it. */
export function uncrossed([west, south, east, north]: Bounds): Bounds[] {
  if (west <= east) return [[west, south, east, north]];
  return [
    [west, south, 180, north],
    [-180, south, east, north],
  ];
}
