import type { Position } from './geojson.ts';

/** The first position of a geometry, of any type. */
export function firstPosition({ coordinates }: { coordinates: unknown[] }): Position {
  let found = coordinates;
  while (Array.isArray(found[0])) found = found[0] as unknown[];
  return found as Position;
}
