import type { Bounds } from './tile.ts';

/** Whether a point lies in a box, edges included; the box may cross the antimeridian. */
export function contains([west, south, east, north]: Bounds, lon: number, lat: number): boolean {
  if (lat < south || lat > north) return false;
  return west <= east ? lon >= west && lon <= east : lon >= west || lon <= east;
}
