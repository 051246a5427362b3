import { radian } from '../angles.ts';

const newtonSteps = 4; // two are enough: the first estimate is within a millionth of a degree

/**
 * The latitude of a row of a Gaussian grid, in degrees: the arcsine of a root of the Legendre polynomial of degree
 * `rows`.
 *
 * @param row  from 0, the northernmost, to `rows` - 1
 * @param rows from pole to pole, at least 2
 */
export function gaussianLatitude(row: number, rows: number): number {
  const isSouthern = row * 2 >= rows;
  const k = isSouthern ? rows - 1 - row : row;
  let theta = estimateColatitude(k, rows);
  for (let step = 0; step < newtonSteps; step++) theta -= newtonStep(theta, rows);
  const lat = 90 - (theta * 180) / Math.PI;
  return isSouthern ? -lat : lat;
}

/** The row with the nearest latitude, at any distance. */
export function nearestGaussianRow(lat: number, rows: number): number {
  const theta = (90 - lat) * radian;
  const guess = Math.round((theta * (rows + 0.5)) / Math.PI - 0.75);
  const distance = (row: number): number => Math.abs(gaussianLatitude(row, rows) - lat);
  return [guess - 1, guess, guess + 1]
    .map((row) => Math.max(0, Math.min(rows - 1, row)))
    .reduce((best, row) => (distance(row) < distance(best) ? row : best));
}

/** Colatitude of a root by the first terms of its asymptotic expansion, in radians. */
function estimateColatitude(k: number, rows: number): number {
  const angle = (Math.PI * (4 * k + 3)) / (4 * rows + 2);
  return angle + 1 / (8 * rows ** 2 * Math.tan(angle));
}

/** A Newton step for P(cos θ). The recurrence gives the polynomial and its predecessor, and these give the slope. */
function newtonStep(theta: number, rows: number): number {
  const x = Math.cos(theta);
  let [previous, p] = [1, x];
  for (let degree = 2; degree <= rows; degree++) {
    [previous, p] = [p, ((2 * degree - 1) * x * p - (degree - 1) * previous) / degree];
  }
  const slope = (rows * (previous - x * p)) / (1 - x * x);
  return p / (-slope * Math.sin(theta));
}
