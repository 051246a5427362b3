/** Limits a value to a range. */
export function clamp(value: number, low: number, high: number): number {
  return value < low ? low : value > high ? high : value;
}

/** Smooth step: 0 up to `from`, 1 from `to` on. `from` may be the greater. */
export function smoothstep(from: number, to: number, value: number): number {
  const t = clamp((value - from) / (to - from), 0, 1);
  return t * t * (3 - 2 * t);
}

/** Linear interpolation. */
export function mix(a: number, b: number, t: number): number {
  return a + (b - a) * t;
}

/** Gaussian of height 1 that falls to 1/e at `width`. */
export function gaussian(distance: number, width: number): number {
  const t = distance / width;
  return Math.exp(-t * t);
}

/** Piecewise linear interpolation through the knots, constant beyond the ends. Knots ascend in x. */
export function interpolateKnots(knots: readonly (readonly [x: number, y: number])[], x: number): number {
  const after = knots.findIndex(([knot]) => knot >= x);
  if (after === 0) return knots[0][1];
  if (after < 0) return knots[knots.length - 1][1];
  const [x0, y0] = knots[after - 1];
  const [x1, y1] = knots[after];
  return mix(y0, y1, (x - x0) / (x1 - x0));
}

/** Rounds to a fraction of a unit: 100 steps per unit give hundredths. */
export function roundTo(value: number, stepsPerUnit: number): number {
  return Math.round(value * stepsPerUnit) / stepsPerUnit;
}
