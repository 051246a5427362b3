const NEWTON_STEPS = 4; // the estimate is good to a millionth of a degree; two would do

/**
 * The latitude of a row of a Gaussian grid, in degrees: an arcsine of a root of the Legendre polynomial of degree
 * `rows`.
 *
 * @param row  from the northernmost, 0, to the southernmost, `rows` - 1
 * @param rows from pole to pole, at least 2
 */
export function gaussianLatitude(row: number, rows: number): number {
  const mirrored = row * 2 >= rows;
  const k = mirrored ? rows - 1 - row : row;
  let theta = estimate(k, rows);
  for (let step = 0; step < NEWTON_STEPS; step++) theta -= newtonStep(theta, rows);
  const lat = 90 - (theta * 180) / Math.PI;
  return mirrored ? -lat : lat;
}

/** The row whose latitude is nearest, whatever its distance. */
export function nearestGaussianRow(lat: number, rows: number): number {
  const theta = ((90 - lat) * Math.PI) / 180;
  const guess = Math.round((theta * (rows + 0.5)) / Math.PI - 0.75);
  const apart = (row: number): number => Math.abs(gaussianLatitude(row, rows) - lat);
  return [guess - 1, guess, guess + 1]
    .map((row) => Math.max(0, Math.min(rows - 1, row)))
    .reduce((best, row) => (apart(row) < apart(best) ? row : best));
}

/** Colatitude by the first terms of the asymptotic expansion of the roots. */
function estimate(k: number, rows: number): number {
  const angle = (Math.PI * (4 * k + 3)) / (4 * rows + 2);
  return angle + 1 / (8 * rows ** 2 * Math.tan(angle));
}

/** Of P(cos θ): the recurrence gives the polynomial of this degree and the one before, and with both the slope. */
function newtonStep(theta: number, rows: number): number {
  const x = Math.cos(theta);
  let [before, p] = [1, x];
  for (let degree = 2; degree <= rows; degree++) {
    [before, p] = [p, ((2 * degree - 1) * x * p - (degree - 1) * before) / degree];
  }
  const slope = (rows * (before - x * p)) / (1 - x * x);
  return p / (-slope * Math.sin(theta));
}
