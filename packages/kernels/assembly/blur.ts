/** Means of 32-bit floats within a radius, along the rows and down the columns of a plane. Beyond the edge is zero. */

/** Columns that are worked on together, of which all rows stay in the cache. */
const stripe: i32 = 32;

/** A run that `findRun` found: its first unit, and the one behind it. */
let runFrom: i32 = 0;
let runTo: i32 = 0;

/**
 * Some times in turn, in place. Rows, and stripes of columns, are finished one after the other; parts that no number but zero reaches
 * are left out, as most of a country has no echo.
 *
 * @param line working memory: two rows with the radius on both sides, or two stripes
 */
export function meansWithin(plane: usize, width: i32, height: i32, radius: i32, passes: i32, line: usize): void {
  const stride: usize = ((4 * (width + 2 * radius) + 31) & ~15) as usize;
  memory.fill(line, 0, 2 * stride);
  const reach = radius * passes;
  const stripes = (width - 1) / stripe + 1;
  const columnsOfLast = width - (stripes - 1) * stripe;
  const stripesReached = (reach - 1) / stripe + 1;
  for (let row = 0, at = plane; row < height; row++, at += 4 * width) {
    runTo = 0;
    while (findRun(at, 4 * stripe, stripes, stripe, columnsOfLast, stripesReached)) {
      const left = runFrom * stripe;
      meansAlong(at + 4 * left, min(runTo * stripe, width) - left, radius, passes, line, stride);
    }
  }
  for (let i = 0, at = plane; i < stripes; i++, at += 4 * stripe) {
    const columns = i < stripes - 1 ? stripe : columnsOfLast;
    runTo = 0;
    while (findRun(at, 4 * width, height, columns, columns, reach))
      meansAcross(at + 4 * width * runFrom, width, columns, runTo - runFrom, radius, passes, line);
  }
}

/**
 * Finds the units after `runTo` that numbers other than zero reach.
 *
 * @param bytes from one unit to the next, each of `cells` numbers, the last one of `cellsOfLast`
 * @param reach in units
 */
function findRun(at: usize, bytes: usize, count: i32, cells: i32, cellsOfLast: i32, reach: i32): bool {
  const begin = runTo;
  let last = -1;
  for (let i = begin; i < count; i++) {
    if (last >= 0 && i - last > 2 * reach) break;
    if (areZero(at + bytes * i, i < count - 1 ? cells : cellsOfLast)) continue;
    if (last < 0) runFrom = max(begin, i - reach);
    last = i;
  }
  runTo = min(count, last + reach + 1);
  return last >= 0;
}

function areZero(at: usize, count: i32): bool {
  const end = at + 4 * count;
  let some = i32x4.splat(0);
  for (; at + 16 <= end; at += 16) some = v128.or(some, v128.load(at));
  if (v128.any_true(some)) return false;
  for (; at < end; at += 4) if (load<u32>(at) != 0) return false;
  return true;
}

function meansAlong(row: usize, width: i32, radius: i32, passes: i32, line: usize, stride: usize): void {
  const count: i32 = 2 * radius + 1;
  const shares = f32x4.splat(<f32>1 / <f32>count);
  const margin = 4 * radius;
  let from = line;
  let into = line + stride;
  memory.copy(from + margin, row, 4 * width);
  memory.fill(from + margin + 4 * width, 0, margin);
  for (let pass = 0; pass < passes; pass++) {
    for (let column = 0; column < width; column += 4) {
      const at = from + 4 * column;
      let sum = v128.load(at);
      for (let i = 1; i <= 2 * radius; i++) sum = f32x4.add(sum, v128.load(at + 4 * i));
      v128.store(into + margin + 4 * column, f32x4.mul(sum, shares));
    }
    memory.fill(into + margin + 4 * width, 0, margin);
    const swap = from;
    from = into;
    into = swap;
  }
  memory.copy(row, from + margin, 4 * width);
}

function meansAcross(
  plane: usize,
  width: i32,
  columns: i32,
  height: i32,
  radius: i32,
  passes: i32,
  stripes: usize,
): void {
  const count: i32 = 2 * radius + 1;
  const shares = f32x4.splat(<f32>1 / <f32>count);
  const stride: usize = 4 * stripe;
  let from = stripes;
  let into = stripes + stride * height;
  for (let row = 0; row < height; row++) memory.copy(from + stride * row, plane + 4 * row * width, 4 * columns);
  for (let pass = 0; pass < passes; pass++) {
    for (let row = 0; row < height; row++) {
      const first = max(0, row - radius);
      const last = min(height - 1, row + radius);
      for (let column = 0; column < columns; column += 4) {
        let at = from + stride * first + 4 * column;
        let sum = v128.load(at);
        for (let i = first; i < last; i++) sum = f32x4.add(sum, v128.load((at += stride)));
        v128.store(into + stride * row + 4 * column, f32x4.mul(sum, shares));
      }
    }
    const swap = from;
    from = into;
    into = swap;
  }
  for (let row = 0; row < height; row++) memory.copy(plane + 4 * row * width, from + stride * row, 4 * columns);
}

/**
 * Means of three cells in both directions, in place. Beyond the edge is what is at it.
 *
 * @param side weight of each neighbour; the rest is that of the cell
 * @param line working memory for four rows and some cells
 */
export function meansOfThree(plane: usize, width: i32, height: i32, side: f32, line: usize): void {
  const rowBytes: usize = 4 * width;
  const own = line + 16;
  // the means along three rows: of the one above, of this one, and of the one below
  const stride = (rowBytes + 31) & ~15;
  let above = line + 2 * 16 + stride;
  let here = above + stride;
  let below = here + stride;
  meansAlongRow(plane, rowBytes, side, own, here);
  memory.copy(above, here, rowBytes);
  for (let row = 0; row < height; row++, plane += rowBytes) {
    if (row == height - 1) memory.copy(below, here, rowBytes);
    else meansAlongRow(plane + rowBytes, rowBytes, side, own, below);
    meansOfRows(above, here, below, rowBytes, side, plane);
    const swap = above;
    above = here;
    here = below;
    below = swap;
  }
}

/** @param own working memory of the row and a cell on both sides */
function meansAlongRow(row: usize, rowBytes: usize, side: f32, own: usize, into: usize): void {
  memory.copy(own, row, rowBytes);
  store<f32>(own - 4, load<f32>(row));
  store<f32>(own + rowBytes, load<f32>(row + rowBytes - 4));
  meansOfRows(own - 4, own, own + 4, rowBytes, side, into);
}

/** The result has room for no more than its cells. */
function meansOfRows(before: usize, own: usize, after: usize, rowBytes: usize, side: f32, into: usize): void {
  const middle: f32 = 1 - 2 * side;
  const sides = f32x4.splat(side);
  const middles = f32x4.splat(middle);
  let i: usize = 0;
  for (; i + 16 <= rowBytes; i += 16) {
    const beside = f32x4.add(v128.load(before + i), v128.load(after + i));
    v128.store(into + i, f32x4.add(f32x4.mul(middles, v128.load(own + i)), f32x4.mul(sides, beside)));
  }
  for (; i < rowBytes; i += 4) {
    const beside = load<f32>(before + i) + load<f32>(after + i);
    store<f32>(into + i, middle * load<f32>(own + i) + side * beside);
  }
}

/**
 * Shares in whole percent, 16 bits each, with room for seven more.
 *
 * @param known   the greatest share that is possible in each cell
 * @param least   of it; below, the code `unknown` stands for the percentage
 */
export function percentages(shares: usize, known: usize, count: i32, least: f32, unknown: i32, into: usize): void {
  const leasts = f32x4.splat(least);
  const ones = f32x4.splat(1);
  const hundreds = f32x4.splat(100);
  const halves = f32x4.splat(0.5);
  const unknowns = i32x4.splat(unknown);
  for (let i = 0; i < count; i += 4, shares += 16, known += 16, into += 8) {
    const whole = v128.load(known);
    const part = f32x4.min(ones, f32x4.div(v128.load(shares), whole));
    const rounded = i32x4.trunc_sat_f32x4_s(f32x4.add(f32x4.mul(part, hundreds), halves));
    const codes = v128.bitselect(unknowns, rounded, f32x4.lt(whole, leasts));
    v128.store64_lane(into, i16x8.narrow_i32x4_u(codes, codes), 0);
  }
}
