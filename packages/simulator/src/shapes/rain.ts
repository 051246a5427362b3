import type { Point } from '@severe/geo';
import { kmPerDegree, radian } from '../model/plane.ts';
import { noEcho, type Column, type Shape } from './shape.ts';

/** The strongest echo at the lowest level over a place, dBZ. */
export function echoOver({ lat, lon }: Point, shapes: Shape[]): number {
  const out: Column = { base: noEcho, aloft: noEcho, top: 0 };
  let strongest = noEcho;
  for (const shape of shapes) {
    const { center, reach } = shape;
    const north = (lat - center.lat) * kmPerDegree;
    if (north < -reach.south || north > reach.north) continue;
    const east = (lon - center.lon) * kmPerDegree * Math.cos(((lat + center.lat) / 2) * radian);
    if (east < -reach.west || east > reach.east) continue;
    shape.column(east, north, out);
    strongest = Math.max(strongest, out.base);
  }
  return strongest;
}

/**
 * Rain rate, mm/h, from Z = 300 R^1.4 (the form of Marshall and Palmer with the constants of the radar network),
 * limited to 53 dBZ against hail.
 */
export function rainRate(dbz: number): number {
  return dbz < 10 ? 0 : (10 ** (Math.min(dbz, 53) / 10) / 300) ** (1 / 1.4);
}
