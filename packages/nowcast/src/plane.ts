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

/** Radius of the running means of a Gaussian, cells. */
const radiusOf = (sigma: number): number => Math.round((Math.sqrt((12 * sigma * sigma) / passes + 1) - 1) / 2);

/**
 * Blurs in place by running means, nearly as a Gaussian does. Beyond the edge there is nothing: zero.
 *
 * @param sigma standard deviation, in cells
 */
export function blur({ width, height, values }: Plane, sigma: number): void {
  const radius = radiusOf(sigma);
  if (radius < 1) return;
  const scratch = new Float32Array(values.length);
  for (let pass = 0; pass < passes; pass++) {
    for (let row = 0; row < height; row++) meansAlong(values, scratch, row * width, width, radius);
    meansAcross(scratch, values, width, height, radius);
  }
}

/** Blurs as `blur` does, by the values within the edge alone. */
export function blurInside(plane: Plane, sigma: number): void {
  if (radiusOf(sigma) < 1) return;
  blur(plane, sigma);
  const [columns, rows] = [plane.width, plane.height].map((count) => sharesInside(count, radiusOf(sigma)));
  for (let row = 0, i = 0; row < plane.height; row++)
    for (let column = 0; column < plane.width; column++, i++) plane.values[i] /= columns[column] * rows[row];
}

/** The share of the weight of a blur that is within a line, for each of its cells. */
function sharesInside(count: number, radius: number): Float32Array {
  let [shares, means] = [new Float32Array(count).fill(1), new Float32Array(count)];
  for (let pass = 0; pass < passes; pass++) {
    meansAlong(shares, means, 0, count, radius);
    [shares, means] = [means, shares];
  }
  return shares;
}

/** The means of the `count` numbers from `start` on, each of those within a radius. */
function meansAlong(from: Float32Array, to: Float32Array, start: number, count: number, radius: number): void {
  const share = 1 / (2 * radius + 1);
  const end = start + count;
  let sum = 0;
  for (let i = start; i < Math.min(start + radius, end); i++) sum += from[i];
  for (let i = start; i < end; i++) {
    if (i + radius < end) sum += from[i + radius];
    if (i - radius - 1 >= start) sum -= from[i - radius - 1];
    to[i] = sum * share;
  }
}

/** The same down the columns, row by row: neighbours in memory are worked on together. */
function meansAcross(from: Float32Array, to: Float32Array, width: number, height: number, radius: number): void {
  const share = 1 / (2 * radius + 1);
  const sums = new Float64Array(width);
  for (let row = 0; row < Math.min(radius, height); row++) addRow(sums, from, row * width, 1);
  for (let row = 0; row < height; row++) {
    if (row + radius < height) addRow(sums, from, (row + radius) * width, 1);
    if (row - radius - 1 >= 0) addRow(sums, from, (row - radius - 1) * width, -1);
    for (let column = 0, i = row * width; column < width; column++, i++) to[i] = sums[column] * share;
  }
}

function addRow(sums: Float64Array, from: Float32Array, start: number, sign: number): void {
  for (let column = 0; column < sums.length; column++) sums[column] += sign * from[start + column];
}
