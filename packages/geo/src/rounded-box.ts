import type { Bounds } from './tile.ts';

/** Steps per degree of the grid: 0.00001° (about 1 m), the precision of all coordinates in responses. */
const stepsPerDegree = 1e5;

/**
 * The smallest box of the grid that contains a box. Boxes that differ by less than the precision of coordinates have one
 * answer. A box that crosses the antimeridian and then spans all longitudes becomes the whole band.
 */
export function roundedBox([west, south, east, north]: Bounds): Bounds {
  const [left, right] = [down(west), up(east)];
  return west > east && left <= right ? [-180, down(south), 180, up(north)] : [left, down(south), right, up(north)];
}

/** The nearest step is a correctly rounded quotient, so a coordinate with five decimals stays as it is. */
function down(degrees: number): number {
  const step = Math.round(degrees * stepsPerDegree);
  return (step / stepsPerDegree > degrees ? step - 1 : step) / stepsPerDegree + 0; // + 0 turns -0 into 0
}

function up(degrees: number): number {
  return -down(-degrees) + 0;
}
