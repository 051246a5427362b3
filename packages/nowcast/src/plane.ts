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

/** A rectangle of cells, including its ends. */
export interface Rectangle {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The least and the greatest value within a rectangle, which may reach beyond the right and the lower edge. */
export function rangeOf(
  { width, height, values }: Plane,
  { left, right, top, bottom }: Rectangle,
): [low: number, high: number] {
  let [low, high] = [Infinity, -Infinity];
  for (let row = top, last = Math.min(bottom, height - 1); row <= last; row++) {
    for (let i = row * width + left, end = row * width + Math.min(right, width - 1); i <= end; i++) {
      const value = values[i];
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return [low, high];
}

/**
 * The values of two planes of one grid between cells, by bilinear interpolation; beyond the edge those of the edge. Centres of cells
 * are whole numbers.
 */
export function valuesAt(one: Plane, other: Plane, x: number, y: number, into: [number, number]): void {
  const { width, height } = one;
  const column = Math.min(Math.max(x, 0), width - 1);
  const row = Math.min(Math.max(y, 0), height - 1);
  const left = Math.min(Math.floor(column), Math.max(0, width - 2));
  const top = Math.min(Math.floor(row), Math.max(0, height - 2));
  const [right, below] = [Math.min(left + 1, width - 1), Math.min(top + 1, height - 1)];
  const [fx, fy] = [column - left, row - top];
  into[0] = between(one.values, top * width, below * width, left, right, fx, fy);
  into[1] = between(other.values, top * width, below * width, left, right, fx, fy);
}

function between(
  values: Float32Array,
  upper: number,
  lower: number,
  left: number,
  right: number,
  fx: number,
  fy: number,
): number {
  const above = values[upper + left] + fx * (values[upper + right] - values[upper + left]);
  const under = values[lower + left] + fx * (values[lower + right] - values[lower + left]);
  return above + fy * (under - above);
}

/** Passes of a running mean that together are nearly a Gaussian. */
const passes = 3;

/**
 * Blurs in place by running means, nearly as a Gaussian does. Beyond the edge there is nothing: zero.
 *
 * @param sigma standard deviation, in cells
 */
export function blur(plane: Plane, sigma: number): void {
  const { width, height, values } = plane;
  const radius = Math.round((Math.sqrt((12 * sigma * sigma) / passes + 1) - 1) / 2);
  if (radius < 1) return;
  const line = new Float64Array(Math.max(width, height) + 1);
  for (let pass = 0; pass < passes; pass++) {
    for (let row = 0; row < height; row++) runningMean(values, row * width, 1, width, radius, line);
    for (let column = 0; column < width; column++) runningMean(values, column, width, height, radius, line);
  }
}

/** Replaces `count` numbers, `stride` apart, by the means of those within a radius. @param sums scratch of `count` + 1 */
function runningMean(
  values: Float32Array,
  start: number,
  stride: number,
  count: number,
  radius: number,
  sums: Float64Array,
): void {
  sums[0] = 0;
  for (let i = 0, at = start; i < count; i++, at += stride) sums[i + 1] = sums[i] + values[at];
  const share = 1 / (2 * radius + 1);
  for (let i = 0, at = start; i < count; i++, at += stride) {
    const to = i + radius + 1;
    const from = i - radius;
    values[at] = (sums[to < count ? to : count] - sums[from > 0 ? from : 0]) * share;
  }
}
