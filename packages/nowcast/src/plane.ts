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

/** The running means that are nearly a Gaussian. @param sigma standard deviation, in cells */
export function meansOf(sigma: number): { radius: number; passes: number } {
  return { radius: Math.round((Math.sqrt((12 * sigma * sigma) / passes + 1) - 1) / 2), passes };
}
