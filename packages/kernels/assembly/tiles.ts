/** Tiles of 8 × 8 cells in which two frames of echoes have to be compared: most of a country has no echo in either. */
import { findExtents, nodeAfter, nodeBefore } from './nodes';

const shift: i32 = 3;
const side: i32 = 8;

function tilesAlong(cells: i32): i32 {
  return ((cells - 1) >> shift) + 1;
}

/** Share of a cell that must have been observed. */
export const observed: f32 = 0.9;

/** What the octets of tiles say. */
const hasEcho: i32 = 1;
const hasUnknown: i32 = 2;

/** Whether each tile has an echo, and a cell that was not observed. @param flags an octet for each tile */
export function flagTiles(echoes: usize, shares: usize, width: i32, height: i32, flags: usize): void {
  const across = tilesAlong(width);
  memory.fill(flags, 0, across * tilesAlong(height));
  for (let row = 0; row < height; row++) {
    const line = flags + (row >> shift) * across;
    let column = 0;
    for (; column + side <= width; column += side, echoes += 4 * side, shares += 4 * side) {
      const some = v128.or(v128.load(echoes), v128.load(echoes, 16));
      const least = f32x4.min(v128.load(shares), v128.load(shares, 16));
      if (v128.any_true(some)) add(line, column, hasEcho);
      if (!i32x4.all_true(f32x4.ge(least, f32x4.splat(observed)))) add(line, column, hasUnknown);
    }
    for (; column < width; column++, echoes += 4, shares += 4) {
      if (load<u32>(echoes) != 0) add(line, column, hasEcho);
      if (!(load<f32>(shares) >= observed)) add(line, column, hasUnknown);
    }
  }
}

function add(line: usize, column: i32, flag: i32): void {
  const at = line + (column >> shift);
  store<u8>(at, load<u8>(at) | flag);
}

/** Whether all cells were observed in the tiles of some cells, the last ones of which are in the grid. */
export function areObserved(flags: usize, width: i32, west: i32, east: i32, north: i32, south: i32): bool {
  const across = tilesAlong(width);
  for (let row = north >> shift; row <= south >> shift; row++)
    for (let column = west >> shift; column <= east >> shift; column++)
      if ((load<u8>(flags + row * across + column) & hasUnknown) != 0) return false;
  return true;
}

/**
 * Chooses the tiles that have an echo in them or beside them, now or where they come from, and those beside these.
 *
 * @param now    flags of the newest frame; `then`: of the earlier one
 * @param u      motion eastwards, on a grid of `nodes` columns; `v`: southwards
 * @param busy   flags of the chosen ones; `around`: with those beside them
 * @param line   working memory for a row of nodes
 */
export function chooseTiles(
  now: usize,
  then: usize,
  width: i32,
  height: i32,
  u: usize,
  v: usize,
  nodes: i32,
  columns: usize,
  rows: usize,
  ago: f64,
  busy: usize,
  around: usize,
  line: usize,
): void {
  const across = tilesAlong(width);
  const down = tilesAlong(height);
  memory.fill(busy, 0, across * down);
  memory.fill(around, 0, across * down);
  for (let row = 0; row < down; row++) {
    const top = (row << shift) - 1;
    const bottom = top + side + 1;
    const firstNode = nodeBefore(rows, max(0, top));
    const lastNode = nodeAfter(rows, height, min(bottom, height - 1));
    findExtents(u, v, nodes, firstNode, lastNode, line);
    for (let column = 0; column < across; column++) {
      const left = (column << shift) - 1;
      const right = left + side + 1;
      if (!anyEcho(now, across, down, left >> shift, right >> shift, top >> shift, bottom >> shift)) {
        let least = f32x4.splat(f32.MAX_VALUE);
        const end = nodeAfter(columns, width, min(right, width - 1));
        for (let node = nodeBefore(columns, max(0, left)); node <= end; node++)
          least = f32x4.min(least, v128.load(line + 16 * node));
        const west = tileOf(<f64>left + <f64>f32x4.extract_lane(least, 2) * ago);
        const north = tileOf(<f64>top + <f64>f32x4.extract_lane(least, 3) * ago);
        const east = tileOf(Math.ceil(<f64>right - <f64>f32x4.extract_lane(least, 0) * ago));
        const south = tileOf(Math.ceil(<f64>bottom - <f64>f32x4.extract_lane(least, 1) * ago));
        if (!anyEcho(then, across, down, west, east, north, south)) continue;
      }
      store<u8>(busy + row * across + column, 1);
      for (let y = max(0, row - 1); y <= min(down - 1, row + 1); y++)
        for (let x = max(0, column - 1); x <= min(across - 1, column + 1); x++) store<u8>(around + y * across + x, 1);
    }
  }
}

function tileOf(cell: f64): i32 {
  return (<i32>Math.floor(cell)) >> shift;
}

function anyEcho(flags: usize, across: i32, down: i32, left: i32, right: i32, top: i32, bottom: i32): bool {
  const first = max(0, left);
  const last = min(across - 1, right);
  for (let row = max(0, top); row <= min(down - 1, bottom); row++)
    for (let column = first; column <= last; column++)
      if ((load<u8>(flags + row * across + column) & hasEcho) != 0) return true;
  return false;
}

/** Lists flagged tiles as words: first column, column behind the last, first row, row behind the last. @returns their number */
export function listTiles(flags: usize, width: i32, height: i32, into: usize): i32 {
  let count = 0;
  for (let top = 0; top < height; top += side) {
    for (let left = 0; left < width; left += side, flags++) {
      if (load<u8>(flags) == 0) continue;
      const at = into + 16 * count;
      store<i32>(at, left);
      store<i32>(at, min(left + side, width), 4);
      store<i32>(at, top, 8);
      store<i32>(at, min(top + side, height), 12);
      count++;
    }
  }
  return count;
}
