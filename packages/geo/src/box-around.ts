import type { Bounds } from './tile.ts';
import { earthRadiusM, type Point } from './distance.ts';

const radian = Math.PI / 180;
const metresPerDegree = earthRadiusM * radian;
/** The box is this much wider than the circle, for the flattening of the earth. */
const margin = 1.01;

/** A box that holds a circle on the ground. It ends at the antimeridian; one that reaches a pole has all longitudes. */
export function boxAround({ lat, lon }: Point, metres: number): Bounds {
  const high = (metres / metresPerDegree) * margin;
  const reach = Math.abs(lat) + high;
  const wide = reach < 90 ? high / Math.cos(reach * radian) : 360;
  return [Math.max(-180, lon - wide), Math.max(-90, lat - high), Math.min(180, lon + wide), Math.min(90, lat + high)];
}
