import { meansWithin } from '@severe/kernels';

/** Numbers on a grid, row by row. */
export interface Plane {
  width: number;
  height: number;
  values: Float32Array;
}

/** Velocities in cells of the frames a minute: eastwards (columns) and southwards (rows). */
export interface Motion {
  u: Plane;
  v: Plane;
  /** Cells of the frames in one of the planes, along each side; the last column and row may reach beyond the frames. */
  factor: number;
}

/** A plane of zeros. */
export function emptyPlane(width: number, height: number): Plane {
  return { width, height, values: new Float32Array(width * height) };
}

/** Passes of a running mean that together are nearly a Gaussian. */
const passes = 3;

/** Radius of the running means of a Gaussian, cells. */
const radiusOf = (sigma: number): number => Math.round((Math.sqrt((12 * sigma * sigma) / passes + 1) - 1) / 2);

/**
 * Blurs in place by running means, nearly as a Gaussian does. Beyond the edge there is nothing: zero.
 *
 * @param sigma standard deviation, in cells
 */
export function blur(plane: Plane, sigma: number): void {
  const radius = radiusOf(sigma);
  if (radius > 0) meansWithin(plane, radius, passes);
}

/** Blurs planes of one grid as `blur` does, by the values within the edge alone. */
export function blurInside(planes: readonly Plane[], sigma: number): void {
  const inside = { ...planes[0], values: new Float32Array(planes[0].values.length).fill(1) };
  for (const plane of [inside, ...planes]) blur(plane, sigma);
  for (const { values } of planes) for (let i = 0; i < values.length; i++) values[i] /= inside.values[i];
}
