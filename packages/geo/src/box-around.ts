import type { Bounds } from './tile.ts';
import { earthRadiusM, type Point } from './distance.ts';
import { foldLongitude } from './longitude.ts';

const radian = Math.PI / 180;
const metresPerDegree = earthRadiusM * radian;
/** The box is this much wider than the circle, for the flattening of the earth. */
const margin = 1.01;

/**
 * A box that holds a circle on the ground. Across the antimeridian its west is greater than its east; one that reaches a
 * pole has all longitudes.
 */
export function boxAround({ lat, lon }: Point, metres: number): Bounds {
  const high = (metres / metresPerDegree) * margin;
  const [south, north] = [Math.max(-90, lat - high), Math.min(90, lat + high)];
  const reach = Math.abs(lat) + high;
  const wide = reach < 90 ? high / Math.cos(reach * radian) : 360;
  if (wide >= 180) return [-180, south, 180, north];
  return [foldLongitude(lon - wide), south, foldLongitude(lon + wide), north];
}
