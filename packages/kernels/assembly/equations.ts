/** Equations of least squares of the motion between two frames of echoes (Lucas–Kanade). Planes are of 32-bit floats. */
import { nodeAfter, nodeBefore, pairBetween, rowBetween } from './nodes';

/** Share of a cell that must have been observed. */
const observed: f32 = 0.9;

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
  const lastColumn = <f64>(width - 1);
  const lastRow = <f64>(height - 1);
  const isWide = width > 1;
  for (let tile = 0; tile < count; tile++, tiles += 16) {
    const left = load<i32>(tiles);
    const right = load<i32>(tiles, 4);
    const bottom = load<i32>(tiles, 12);
    const firstNode = nodeBefore(columns, left);
    const lastNode = nodeAfter(columns, width, right - 1);
    for (let row = load<i32>(tiles, 8); row < bottom; row++) {
      rowBetween(u, v, nodes, rows, height, row, firstNode, lastNode, line);
      for (let column = left; column < right; column++) {
        const i = row * width + column;
        store<u8>(used + i, 0);
        store<f32>(moved + 4 * i, 0);
        if (load<f32>(newest + 8 * i, 4) < observed) continue;
        const away = pairBetween(line, columns, width, column);
        const x = <f64>column - f64x2.extract_lane(away, 0) * ago;
        const y = <f64>row - f64x2.extract_lane(away, 1) * ago;
        if (!(x >= 0 && y >= 0 && x <= lastColumn && y <= lastRow)) continue;
        const west = min(<i32>x, max(0, width - 2));
        const north = min(<i32>y, max(0, height - 2));
        const upper = earlier + 8 * (north * width + west);
        const lower = upper + (north + 1 < height ? 8 * width : 0);
        const down = f32x4.splat(<f32>(y - <f64>north));
        const along = f32x4.splat(<f32>(x - <f64>west));
        // the pairs of two columns, between two rows, then between the columns
        const both = onTheWay(twoPairs(upper, isWide), twoPairs(lower, isWide), down);
        const pair = onTheWay(both, i32x4.shuffle(both, both, 2, 3, 2, 3), along);
        if (f32x4.extract_lane(pair, 1) < observed) continue;
        store<f32>(moved + 4 * i, f32x4.extract_lane(pair, 0));
        store<u8>(used + i, 1);
      }
    }
  }
}

/** The pairs of a cell and of the next one, which in a grid of one column is the cell itself. */
function twoPairs(at: usize, isWide: bool): v128 {
  return isWide ? v128.load(at) : v128.load64_splat(at);
}

function onTheWay(from: v128, to: v128, share: v128): v128 {
  return f32x4.add(from, f32x4.mul(share, f32x4.sub(to, from)));
}

/**
 * Adds the equations of the cells of some tiles to sums over blocks of cells: a moved earlier frame should be the newest.
 *
 * @param newest         pairs of each cell of the newest frame, of which the first is the echo
 * @param minutes        age of the earlier frame: the error of a frame grows with it, so its square, which the equations of
 *                       minutes² have, counts by minutes
 * @param mostDifference larger differences are growth and decay, not motion
 * @param thinning       cells of a block, along each side
 * @param sums           five planes of `across` columns: of dx², dx·dy, dy², dx·difference, dy·difference
 * @param planeBytes     from one of them to the next
 */
export function addEquations(
  tiles: usize,
  count: i32,
  newest: usize,
  moved: usize,
  used: usize,
  width: i32,
  height: i32,
  minutes: f64,
  mostDifference: f64,
  thinning: i32,
  sums: usize,
  across: i32,
  planeBytes: usize,
): void {
  const rowBytes = 4 * width;
  for (let tile = 0; tile < count; tile++, tiles += 16) {
    const left = max(load<i32>(tiles), 1);
    const right = min(load<i32>(tiles, 4), width - 1);
    const bottom = min(load<i32>(tiles, 12), height - 1);
    for (let row = max(load<i32>(tiles, 8), 1); row < bottom; row++) {
      const start = sums + 4 * ((row / thinning) * across);
      for (let column = left; column < right; column++) {
        const i = row * width + column;
        const isUsed =
          load<u8>(used + i) &
          load<u8>(used + i - 1) &
          load<u8>(used + i + 1) &
          load<u8>(used + i - width) &
          load<u8>(used + i + width);
        if (isUsed == 0) continue;
        const here = newest + 8 * i;
        const then = moved + 4 * i;
        const dx =
          (<f64>load<f32>(then + 4) - <f64>load<f32>(then - 4) + <f64>load<f32>(here + 8) - <f64>load<f32>(here - 8)) /
          4;
        const dy =
          (<f64>load<f32>(then + rowBytes) -
            <f64>load<f32>(then - rowBytes) +
            <f64>load<f32>(here + 2 * rowBytes) -
            <f64>load<f32>(here - 2 * rowBytes)) /
          4;
        if (dx == 0 && dy == 0) continue;
        const more = <f64>load<f32>(here) - <f64>load<f32>(then);
        const difference = min(max(more, -mostDifference), mostDifference);
        let at = start + 4 * (column / thinning);
        add(at, minutes * dx * dx);
        add((at += planeBytes), minutes * dx * dy);
        add((at += planeBytes), minutes * dy * dy);
        add((at += planeBytes), -dx * difference);
        add(at + planeBytes, -dy * difference);
      }
    }
  }
}

function add(at: usize, more: f64): void {
  store<f32>(at, <f32>(<f64>load<f32>(at) + more));
}
