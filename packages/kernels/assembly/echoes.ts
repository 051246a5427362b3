/** Moves earlier frames of echoes onto the newest one. Planes are of 32-bit floats. */
import { areWithin, onTheWay, originsOf, twoPairs } from './four-cells';
import { nodeAfter, nodeBefore, pairBetween, rowBetween } from './nodes';

/** Share of a cell that must have been observed. */
const observed: f32 = 0.9;

/** Size of the frames of a call. */
let across: i32 = 0;
let down: i32 = 0;

/** Puts the numbers of two planes side by side. The result has room for three more pairs. */
export function pairUp(first: usize, second: usize, count: i32, into: usize): void {
  for (let i = 0; i < count; i += 4, first += 16, second += 16, into += 32) {
    const a = v128.load(first);
    const b = v128.load(second);
    v128.store(into, i32x4.shuffle(a, b, 0, 4, 1, 5));
    v128.store(into, i32x4.shuffle(a, b, 2, 6, 3, 7), 16);
  }
}

/**
 * Moves an earlier frame onto the newest, within some tiles.
 *
 * @param tiles   words: first column, column behind the last, first row, row behind the last
 * @param newest  pairs of each cell of the newest frame: the echo, and the share that was observed; `earlier`: of the earlier one
 * @param u       motion eastwards on a grid of `nodes` columns; `v`: southwards
 * @param columns where the cells of a row are between nodes (`nodes.ts`); `rows`: the cells of a column
 * @param line    working memory for a row of nodes
 * @param ago     how far back, in cells per unit of the motion
 * @param moved   plane of the moved echoes; `used`: octets, 1 where both frames were observed
 */
export function moveEchoes(
  tiles: usize,
  count: i32,
  newest: usize,
  width: i32,
  height: i32,
  u: usize,
  v: usize,
  nodes: i32,
  columns: usize,
  rows: usize,
  line: usize,
  ago: f64,
  earlier: usize,
  moved: usize,
  used: usize,
): void {
  across = width;
  down = height;
  for (let tile = 0; tile < count; tile++, tiles += 16) {
    const left = load<i32>(tiles);
    const right = load<i32>(tiles, 4);
    const bottom = load<i32>(tiles, 12);
    const firstNode = nodeBefore(columns, left);
    const lastNode = nodeAfter(columns, width, right - 1);
    for (let row = load<i32>(tiles, 8); row < bottom; row++) {
      rowBetween(u, v, nodes, rows, height, row, firstNode, lastNode, line);
      let column = left;
      for (; column + 4 <= right; column += 4) {
        if (moveFour(newest, row, column, line, columns, <f32>ago, earlier, moved, used)) continue;
        for (let i = 0; i < 4; i++) moveOne(newest, row, column + i, line, columns, ago, earlier, moved, used);
      }
      for (; column < right; column++) moveOne(newest, row, column, line, columns, ago, earlier, moved, used);
    }
  }
}

/** Moves four cells if all of their origins are between cells of the grid. */
function moveFour(
  newest: usize,
  row: i32,
  column: i32,
  line: usize,
  columns: usize,
  ago: f32,
  earlier: usize,
  moved: usize,
  used: usize,
): bool {
  const i = row * across + column;
  const now = newest + 8 * i;
  const leasts = f32x4.splat(observed);
  const isSeen = f32x4.ge(i32x4.shuffle(v128.load(now), v128.load(now, 16), 1, 3, 5, 7), leasts);
  if (!v128.any_true(isSeen)) {
    v128.store(moved + 4 * i, i32x4.splat(0));
    store<u32>(used + i, 0);
    return true;
  }
  const first = f32x4.demote_f64x2_zero(pairBetween(line, columns, across, column));
  const second = f32x4.demote_f64x2_zero(pairBetween(line, columns, across, column + 1));
  const third = f32x4.demote_f64x2_zero(pairBetween(line, columns, across, column + 2));
  const fourth = f32x4.demote_f64x2_zero(pairBetween(line, columns, across, column + 3));
  const some = i32x4.shuffle(first, second, 0, 4, 1, 5);
  const others = i32x4.shuffle(third, fourth, 0, 4, 1, 5);
  const back = f32x4.splat(-ago);
  const eastwards = f32x4.mul(i32x4.shuffle(some, others, 0, 1, 4, 5), back);
  const southwards = f32x4.mul(i32x4.shuffle(some, others, 2, 3, 6, 7), back);
  const west = f32x4.floor(eastwards);
  const north = f32x4.floor(southwards);
  const atX = originsOf(column, 1, west);
  const atY = originsOf(row, 0, north);
  if (!areWithin(atX, atY, across, down)) return false;
  const along = f32x4.sub(eastwards, west);
  const under = f32x4.sub(southwards, north);
  const rowBytes = 8 * across;
  const at = i32x4.add(i32x4.mul(atY, i32x4.splat(across)), atX);
  const a = between(earlier + 8 * i32x4.extract_lane(at, 0), rowBytes, i32x4.shuffle(under, under, 0, 0, 0, 0));
  const b = between(earlier + 8 * i32x4.extract_lane(at, 1), rowBytes, i32x4.shuffle(under, under, 1, 1, 1, 1));
  const c = between(earlier + 8 * i32x4.extract_lane(at, 2), rowBytes, i32x4.shuffle(under, under, 2, 2, 2, 2));
  const d = between(earlier + 8 * i32x4.extract_lane(at, 3), rowBytes, i32x4.shuffle(under, under, 3, 3, 3, 3));
  // the echoes and shares of the western cells, then those of the eastern ones
  const westA = i32x4.shuffle(a, b, 0, 4, 1, 5);
  const westB = i32x4.shuffle(c, d, 0, 4, 1, 5);
  const eastA = i32x4.shuffle(a, b, 2, 6, 3, 7);
  const eastB = i32x4.shuffle(c, d, 2, 6, 3, 7);
  const echo = onTheWay(i32x4.shuffle(westA, westB, 0, 1, 4, 5), i32x4.shuffle(eastA, eastB, 0, 1, 4, 5), along);
  const share = onTheWay(i32x4.shuffle(westA, westB, 2, 3, 6, 7), i32x4.shuffle(eastA, eastB, 2, 3, 6, 7), along);
  const isUsed = v128.and(isSeen, f32x4.ge(share, leasts));
  v128.store(moved + 4 * i, v128.and(echo, isUsed));
  const words = i16x8.narrow_i32x4_s(isUsed, isUsed);
  store<u32>(used + i, i32x4.extract_lane(i8x16.narrow_i16x8_s(words, words), 0) & 0x01010101);
  return true;
}

/** The pairs of a cell and of the next one, on the way to those of the row below. */
function between(upper: usize, rowBytes: usize, share: v128): v128 {
  return onTheWay(v128.load(upper), v128.load(upper + rowBytes), share);
}

function moveOne(
  newest: usize,
  row: i32,
  column: i32,
  line: usize,
  columns: usize,
  ago: f64,
  earlier: usize,
  moved: usize,
  used: usize,
): void {
  const i = row * across + column;
  store<u8>(used + i, 0);
  store<f32>(moved + 4 * i, 0);
  if (load<f32>(newest + 8 * i, 4) < observed) return;
  const away = pairBetween(line, columns, across, column);
  const x = <f64>column - f64x2.extract_lane(away, 0) * ago;
  const y = <f64>row - f64x2.extract_lane(away, 1) * ago;
  if (!(x >= 0 && y >= 0 && x <= <f64>(across - 1) && y <= <f64>(down - 1))) return;
  const west = min(<i32>x, max(0, across - 2));
  const north = min(<i32>y, max(0, down - 2));
  const upper = earlier + 8 * (north * across + west);
  const lower = upper + (north + 1 < down ? 8 * across : 0);
  const isWide = across > 1;
  // the pairs of two columns, between two rows, then between the columns
  const both = onTheWay(twoPairs(upper, isWide), twoPairs(lower, isWide), f32x4.splat(<f32>(y - <f64>north)));
  const pair = onTheWay(both, i32x4.shuffle(both, both, 2, 3, 2, 3), f32x4.splat(<f32>(x - <f64>west)));
  if (f32x4.extract_lane(pair, 1) < observed) return;
  store<f32>(moved + 4 * i, f32x4.extract_lane(pair, 0));
  store<u8>(used + i, 1);
}
