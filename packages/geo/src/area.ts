import type { Point } from './distance.ts';
import { AreaError } from './error.ts';
import { namesOfLongitude } from './longitude.ts';
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

/** Whether a point lies in a box, edges included; the box may cross the antimeridian, which has two names. */
export function contains([west, south, east, north]: Bounds, lon: number, lat: number): boolean {
  if (lat < south || lat > north) return false;
  return namesOfLongitude(lon).some((name) =>
    west <= east ? name >= west && name <= east : name >= west || name <= east,
  );
}

/** Splits a box at the antimeridian: one or two boxes that do not cross it. */
export function uncrossed([west, south, east, north]: Bounds): Bounds[] {
  if (west <= east) return [[west, south, east, north]];
  return [
    [west, south, 180, north],
    [-180, south, east, north],
  ];
}

/** The smallest box around a box that does not cross the antimeridian, for clients that know no other. */
export function withoutCrossing([west, south, east, north]: Bounds): Bounds {
  return west <= east ? [west, south, east, north] : [-180, south, 180, north];
}

/** The antimeridian under its other name, if a box ends there without crossing it: a box without width. */
export function otherSideOf([west, south, east, north]: Bounds): Bounds[] {
  if (east === 180 && west > -180 && west <= east) return [[-180, south, -180, north]];
  if (west === -180 && east < 180) return [[180, south, 180, north]];
  return [];
}
