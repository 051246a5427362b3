/** Equations of least squares of the motion between two frames of echoes (Lucas–Kanade). Planes are of 32-bit floats. */

/** The numbers of a call. */
let newest: usize = 0;
let moved: usize = 0;
let used: usize = 0;
let width: i32 = 0;
let weight: f32 = 0;
let most: f32 = 0;
let thinning: i32 = 0;
let planeBytes: usize = 0;

/**
 * Adds the equations of the cells of some tiles to sums over blocks of cells: a moved earlier frame should be the newest.
 *
 * @param tiles          words: first column, column behind the last, first row, row behind the last
 * @param newestEchoes   of each cell of the newest frame
 * @param movedEchoes    those of the earlier frame; `isUsed`: octets, 1 where both frames were observed
 * @param minutes        age of the earlier frame: the error of a frame grows with it, so its square, which the equations of
 *                       minutes² have, counts by minutes
 * @param mostDifference larger differences are growth and decay, not motion
 * @param blockSide      cells of a block, along each side
 * @param sums           five planes of `across` columns: of dx², dx·dy, dy², dx·difference, dy·difference
 * @param sumBytes       from one of them to the next
 */
export function addEquations(
  tiles: usize,
  count: i32,
  newestEchoes: usize,
  movedEchoes: usize,
  isUsed: usize,
  columns: i32,
  rows: i32,
  minutes: f64,
  mostDifference: f64,
  blockSide: i32,
  sums: usize,
  across: i32,
  sumBytes: usize,
): void {
  newest = newestEchoes;
  moved = movedEchoes;
  used = isUsed;
  width = columns;
  weight = <f32>minutes;
  most = <f32>mostDifference;
  thinning = blockSide;
  planeBytes = sumBytes;
  for (let tile = 0; tile < count; tile++, tiles += 16) {
    const left = max(load<i32>(tiles), 1);
    const right = min(load<i32>(tiles, 4), width - 1);
    const bottom = min(load<i32>(tiles, 12), rows - 1);
    for (let row = max(load<i32>(tiles, 8), 1); row < bottom; row++) {
      const into = sums + 4 * ((row / thinning) * across);
      for (let column = left; column < right; column += 4) addFour(row, column, min(right - column, 4), into);
    }
  }
}

/** Adds the equations of up to four cells of a row. */
function addFour(row: i32, column: i32, count: i32, into: usize): void {
  const i = row * width + column;
  const flags =
    load<u32>(used + i) &
    load<u32>(used + i - 1) &
    load<u32>(used + i + 1) &
    load<u32>(used + i - width) &
    load<u32>(used + i + width) &
    (0xffffffff >>> (32 - 8 * count));
  if (flags == 0) return;
  const rowBytes: usize = 4 * width;
  const here = newest + 4 * i;
  const then = moved + 4 * i;
  const quarter = f32x4.splat(0.25);
  const eastwards = f32x4.add(
    f32x4.sub(v128.load(then + 4), v128.load(then - 4)),
    f32x4.sub(v128.load(here + 4), v128.load(here - 4)),
  );
  const southwards = f32x4.add(
    f32x4.sub(v128.load(then + rowBytes), v128.load(then - rowBytes)),
    f32x4.sub(v128.load(here + rowBytes), v128.load(here - rowBytes)),
  );
  const lanes = i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(i32x4.splat(flags)));
  const isUsed = i32x4.ne(lanes, i32x4.splat(0));
  const dx = v128.and(f32x4.mul(eastwards, quarter), isUsed);
  const dy = v128.and(f32x4.mul(southwards, quarter), isUsed);
  if (!v128.any_true(f32x4.ne(v128.or(dx, dy), f32x4.splat(0)))) return;
  const more = f32x4.sub(v128.load(then), v128.load(here));
  const difference = f32x4.min(f32x4.max(more, f32x4.splat(-most)), f32x4.splat(most));
  const weights = f32x4.splat(weight);
  const weighted = f32x4.mul(weights, dx);
  const block = column / thinning;
  const within = (block + 1) * thinning - column;
  let plane = into + 4 * block;
  add(plane, within, count, f32x4.mul(weighted, dx));
  add((plane += planeBytes), within, count, f32x4.mul(weighted, dy));
  add((plane += planeBytes), within, count, f32x4.mul(f32x4.mul(weights, dy), dy));
  add((plane += planeBytes), within, count, f32x4.mul(dx, difference));
  add(plane + planeBytes, within, count, f32x4.mul(dy, difference));
}

/**
 * Adds the numbers of up to four cells to their blocks, the first of which is at `at`.
 *
 * @param within how many cells, from the first one, are in that block
 * @param four   zero beyond the count
 */
function add(at: usize, within: i32, count: i32, four: v128): void {
  if (within >= count) return addOne(at, sumOf(four));
  const isWithin = i32x4.lt_s(i32x4(0, 1, 2, 3), i32x4.splat(within));
  addOne(at, sumOf(v128.and(four, isWithin)));
  const others = v128.andnot(four, isWithin);
  if (within + thinning >= count) return addOne(at + 4, sumOf(others));
  // blocks of one or two cells
  if (within <= 1) addOne(at + 4, f32x4.extract_lane(others, 1));
  addOne(at + 4 * ((2 - within) / thinning + 1), f32x4.extract_lane(others, 2));
  if (count > 3) addOne(at + 4 * ((3 - within) / thinning + 1), f32x4.extract_lane(others, 3));
}

function sumOf(four: v128): f32 {
  const two = f32x4.add(four, i32x4.shuffle(four, four, 2, 3, 0, 1));
  return f32x4.extract_lane(two, 0) + f32x4.extract_lane(two, 1);
}

function addOne(at: usize, more: f32): void {
  store<f32>(at, load<f32>(at) + more);
}
