import type { NodeSamples } from '../../src/index.ts';

interface Size {
  width: number;
  height: number;
}

export interface Plane extends Size {
  values: Float32Array;
}

const cellsOf = ({ width, height }: Size) =>
  Array.from({ length: width * height }, (_, i) => [i % width, Math.floor(i / width)] as const);

const within = (place: number, count: number): number => Math.min(Math.max(place, 0), count - 1);

/** The mean of the cells within a radius, some times. */
export function meansWithin({ width, height, values }: Plane, radius: number, passes: number): number[] {
  let now = Array.from(values);
  for (let pass = 0; pass < passes; pass++) {
    const last = now;
    now = cellsOf({ width, height }).map(([x, y]) => {
      let sum = 0;
      for (let row = Math.max(0, y - radius); row <= Math.min(height - 1, y + radius); row++)
        for (let column = Math.max(0, x - radius); column <= Math.min(width - 1, x + radius); column++)
          sum += last[row * width + column];
      return sum / (2 * radius + 1) ** 2;
    });
  }
  return now;
}

export function meansOfThree({ width, height, values }: Plane, side: number): number[] {
  const weights = [side, 1 - 2 * side, side];
  return cellsOf({ width, height }).map(([x, y]) => {
    let sum = 0;
    for (const [i, down] of weights.entries())
      for (const [j, along] of weights.entries())
        sum += down * along * values[within(y + i - 1, height) * width + within(x + j - 1, width)];
    return sum;
  });
}

export function sumBlocks({ width, height, values }: Plane, factor: number): Float64Array {
  const across = Math.ceil(width / factor);
  const sums = new Float64Array(across * Math.ceil(height / factor));
  for (const [i, [x, y]] of cellsOf({ width, height }).entries())
    sums[Math.floor(y / factor) * across + Math.floor(x / factor)] += values[i];
  return sums;
}

export function averageBlocks(plane: Plane, factor: number): Float64Array {
  const counts = sumBlocks({ ...plane, values: new Float32Array(plane.values.length).fill(1) }, factor);
  return sumBlocks(plane, factor).map((sum, i) => sum / counts[i]);
}

/** The value between four cells. */
function between({ width, height, values }: Plane, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const at = (column: number, row: number): number => values[within(row, height) * width + within(column, width)];
  const along = (row: number): number => at(left, row) + (x - left) * (at(left + 1, row) - at(left, row));
  return along(top) + (y - top) * (along(top + 1) - along(top));
}

export function stepBack(
  [u, v, x, y]: readonly Float32Array[],
  { width, height, factor }: Size & { factor: number },
  time: number,
): [x: number[], y: number[]] {
  const velocity = (column: number, row: number): [number, number] => {
    const [atX, atY] = [within(column, width), within(row, height)];
    return [u, v].map((values) => between({ width, height, values }, atX, atY)) as [number, number];
  };
  const made = cellsOf({ width, height }).map(([column, row], i) => {
    const [atX, atY] = [column + x[i] / factor, row + y[i] / factor];
    const first = velocity(atX, atY);
    const middle = velocity(atX - (first[0] * time) / 2 / factor, atY - (first[1] * time) / 2 / factor);
    return [x[i] - middle[0] * time, y[i] - middle[1] * time];
  });
  return [made.map((one) => one[0]), made.map((one) => one[1])];
}

/** Where the origins of a step come from. */
export function compose(
  step: readonly ArrayLike<number>[],
  behind: readonly ArrayLike<number>[],
  { width, height, factor }: Size & { factor: number },
): number[][] {
  return behind.map((plane, part) =>
    cellsOf({ width, height }).map(([column, row], i) => {
      const [x, y] = [within(column + step[0][i] / factor, width), within(row + step[1][i] / factor, height)];
      return step[part][i] + between({ width, height, values: Float32Array.from(plane) }, x, y);
    }),
  );
}

interface Frame {
  echo: Float32Array;
  known: Float32Array;
}

/** The five planes of sums, one after the other. */
export function equations(
  { width, height }: Size,
  newest: Frame,
  earlier: Frame,
  motion: Size & Record<'u' | 'v', Float32Array> & Record<'columns' | 'rows', NodeSamples>,
  {
    minutes,
    factor,
    mostDifference,
    thinning,
    solved,
  }: Record<'minutes' | 'factor' | 'mostDifference' | 'thinning', number> & { solved: Size },
): number[] {
  const { columns, rows } = motion;
  const speed = (values: Float32Array, x: number, y: number): number =>
    between({ ...motion, values }, columns.before[x] + columns.share[x], rows.before[y] + rows.share[y]);
  const moved = cellsOf({ width, height }).map(([x, y], i): number | undefined => {
    const [atX, atY] = [x - (speed(motion.u, x, y) * minutes) / factor, y - (speed(motion.v, x, y) * minutes) / factor];
    if (newest.known[i] < 0.9 || atX < 0 || atY < 0 || atX > width - 1 || atY > height - 1) return undefined;
    if (between({ width, height, values: earlier.known }, atX, atY) < 0.9) return undefined;
    return between({ width, height, values: earlier.echo }, atX, atY);
  });
  const cells = solved.width * solved.height;
  const sums = Array.from({ length: 5 * cells }, () => 0);
  for (const [i, [x, y]] of cellsOf({ width, height }).entries()) {
    if (x === 0 || y === 0 || x === width - 1 || y === height - 1) continue;
    const [own, east, west, south, north] = [0, 1, -1, width, -width].map((more) => moved[i + more]);
    if (own === undefined || east === undefined || west === undefined || south === undefined || north === undefined)
      continue;
    const dx = (east - west + newest.echo[i + 1] - newest.echo[i - 1]) / 4;
    const dy = (south - north + newest.echo[i + width] - newest.echo[i - width]) / 4;
    const difference = Math.min(Math.max(newest.echo[i] - own, -mostDifference), mostDifference);
    const at = Math.floor(y / thinning) * solved.width + Math.floor(x / thinning);
    const parts = [minutes * dx * dx, minutes * dx * dy, minutes * dy * dy, -dx * difference, -dy * difference];
    for (const [plane, part] of parts.entries()) sums[plane * cells + at] += part;
  }
  return sums;
}
