/** Moves a grid of 16-bit codes: each cell takes the code of its origin. */
import { blockShift, blockSide } from './calm';
import { findExtents, nodeAfter, nodeBefore, shareOfWay } from './nodes';

/** Most rows of nodes around a row of blocks, whose nodes are not closer than cells. */
const nodeRows: i32 = 10;

/** Cells of blocks in a row that are tried together first. */
const runSide: i32 = 8 * blockSide;

/** The grid of a call. */
let codes: usize = 0;
let width: i32 = 0;
let height: i32 = 0;
let calm: usize = 0;
let isAbsent: usize = 0;
let x: usize = 0;
let y: usize = 0;
let nodes: i32 = 0;
let columns: usize = 0;
let rows: usize = 0;
let scale: f64 = 0;
let line: usize = 0;
let outside: i32 = 0;
let out: usize = 0;
let absentCount: i32 = 0;

/** Where the list of the codes without a value is, behind an octet for each code: their number and the codes, as words. */
const absentList: usize = 0x10000 + 4;

/**
 * Cells between four others are interpolated bilinearly; where one of the four has no value, the nearest decides. Blocks whose origins
 * have one code are filled with it, unless they are.
 *
 * @param calmBlocks  from `findCalm`
 * @param absentCodes an octet for each code, 1 if it has no value; then the number of these, and a list of them
 * @param east        how far east the origins are, 32-bit floats on a grid of `nodeColumns`, in `cellScale` cells; `south`: how far south
 * @param columnNodes where the cells of a row are between nodes (`nodes.ts`); `rowNodes`: the cells of a column
 * @param lines       working memory: two floats for each cell of ten rows, then a vector for each column of nodes
 * @param beyond      code of what comes from beyond the grid
 * @param filledBlocks the code with which each block of the result is filled, as words; −1 if with none
 */
export function moveGrid(
  given: usize,
  across: i32,
  down: i32,
  calmBlocks: usize,
  absentCodes: usize,
  east: usize,
  south: usize,
  nodeColumns: i32,
  columnNodes: usize,
  rowNodes: usize,
  cellScale: f64,
  lines: usize,
  beyond: i32,
  into: usize,
  filledBlocks: usize,
): void {
  codes = given;
  width = across;
  height = down;
  calm = calmBlocks;
  isAbsent = absentCodes;
  x = east;
  y = south;
  nodes = nodeColumns;
  columns = columnNodes;
  rows = rowNodes;
  scale = cellScale;
  line = lines;
  outside = beyond;
  out = into;
  absentCount = load<i32>(isAbsent + absentList - 4);
  const extents = line + 8 * width * nodeRows;
  for (let top = 0; top < height; top += blockSide) {
    const bottom = min(top + blockSide, height);
    findExtents(x, y, nodes, nodeBefore(rows, top), nodeAfter(rows, height, bottom - 1), extents);
    let from = 0;
    let common = -1;
    for (let left = 0; left < width; left += blockSide, filledBlocks += 4) {
      const right = min(left + blockSide, width);
      if (left % runSide == 0) common = calmCode(top, bottom, left, min(left + runSide, width), extents);
      const code = common < 0 ? calmCode(top, bottom, left, right, extents) : common;
      const before = load<i32>(filledBlocks);
      store<i32>(filledBlocks, code);
      if (code < 0) continue;
      if (from < left) moveRun(top, bottom, from, left);
      from = right;
      if (code != before) fill(top, bottom, left, right, code);
    }
    if (from < width) moveRun(top, bottom, from, width);
  }
}

/** The code of all cells between which those of a block are interpolated; −1 if there are several. */
function calmCode(top: i32, bottom: i32, left: i32, right: i32, extents: usize): i32 {
  let least = f32x4.splat(f32.MAX_VALUE);
  const end = nodeAfter(columns, width, right - 1);
  for (let node = nodeBefore(columns, left); node <= end; node++)
    least = f32x4.min(least, v128.load(extents + 16 * node));
  // the least column and row of the origins, and the least −column and −row
  const edges = f32x4(<f32>left, <f32>top, -(<f32>right), -(<f32>bottom));
  const places = f32x4.add(edges, f32x4.mul(f32x4.splat(<f32>scale), least));
  const ends = i32x4.shuffle(f32x4.floor(places), f32x4.ceil(places), 0, 1, 6, 7);
  const firsts = f32x4.convert_i32x4_s(i32x4(0, 0, 1 - width, 1 - height));
  if (!i32x4.all_true(f32x4.ge(ends, firsts))) {
    return v128.any_true(f32x4.gt(ends, f32x4(<f32>width, <f32>height, 1, 1))) ? outside : -1;
  }
  const across = ((width - 1) >> blockShift) + 1;
  const cells = i32x4.trunc_sat_f32x4_s(f32x4.abs(ends));
  const firstColumn = i32x4.extract_lane(cells, 0) >> blockShift;
  const first = i32x4.extract_lane(cells, 1) >> blockShift;
  const lastColumn = i32x4.extract_lane(cells, 2) >> blockShift;
  const lastRow = i32x4.extract_lane(cells, 3) >> blockShift;
  const code = load<i32>(calm + 4 * (first * across + firstColumn));
  for (let row = first; row <= lastRow; row++) {
    for (let column = firstColumn; column <= lastColumn; column++)
      if (load<i32>(calm + 4 * (row * across + column)) != code) return -1;
  }
  return code;
}

function fill(top: i32, bottom: i32, left: i32, right: i32, code: i32): void {
  const eight = i16x8.splat(<i16>code);
  for (let row = top; row < bottom; row++) {
    const at = out + 2 * (row * width + left);
    if (right - left == blockSide) v128.store(at, eight);
    else for (let i = 0; i < right - left; i++) store<u16>(at + 2 * i, <u16>code);
  }
}

/**
 * Moves a run of a row of blocks. How far the origins are is interpolated along the rows of nodes first, then between two of these,
 * for four cells at once.
 */
function moveRun(top: i32, bottom: i32, left: i32, right: i32): void {
  const first = nodeBefore(rows, top);
  const last = nodeAfter(rows, height, bottom - 1);
  for (let node = first; node <= last; node++) widenRow(node, line + 8 * width * (node - first), left, right);
  for (let row = top; row < bottom; row++) {
    const upper = line + 8 * width * (nodeBefore(rows, row) - first);
    const lower = line + 8 * width * (nodeAfter(rows, height, row) - first);
    const down = <f32>shareOfWay(rows, height, row);
    let column = left;
    for (; column + 4 <= right; column += 4) {
      if (!moveFour(row, column, upper + 4 * column, lower + 4 * column, down))
        for (let i = 0; i < 4; i++) moveOne(row, column + i, upper + 4 * (column + i), lower + 4 * (column + i), down);
    }
    for (; column < right; column++) moveOne(row, column, upper + 4 * column, lower + 4 * column, down);
  }
}

/** How far the origins of the cells along a row of nodes are: `width` 32-bit floats eastwards, then southwards. */
function widenRow(node: i32, into: usize, left: i32, right: i32): void {
  const eastwards = x + 4 * nodes * node;
  const southwards = y + 4 * nodes * node;
  for (let column = left; column < right; column++) {
    const west = 4 * nodeBefore(columns, column);
    const east = 4 * nodeAfter(columns, width, column);
    const from = f64x2(load<f32>(eastwards + west), load<f32>(southwards + west));
    const to = f64x2(load<f32>(eastwards + east), load<f32>(southwards + east));
    const along = f64x2.splat(scale * shareOfWay(columns, width, column));
    const away = f64x2.add(f64x2.mul(f64x2.splat(scale), from), f64x2.mul(along, f64x2.sub(to, from)));
    const both = f32x4.demote_f64x2_zero(away);
    store<f32>(into + 4 * column, f32x4.extract_lane(both, 0));
    store<f32>(into + 4 * (width + column), f32x4.extract_lane(both, 1));
  }
}

/** Moves four cells if all of their origins are between cells of the grid. */
function moveFour(row: i32, column: i32, upper: usize, lower: usize, down: f32): bool {
  const eastwards = between(v128.load(upper), v128.load(lower), f32x4.splat(down));
  const southwards = between(v128.load(upper + 4 * width), v128.load(lower + 4 * width), f32x4.splat(down));
  const west = f32x4.floor(eastwards);
  const north = f32x4.floor(southwards);
  const atX = i32x4.add(i32x4.trunc_sat_f32x4_s(west), i32x4.add(i32x4.splat(column), i32x4(0, 1, 2, 3)));
  const atY = i32x4.add(i32x4.trunc_sat_f32x4_s(north), i32x4.splat(row));
  const inside = v128.and(
    v128.and(i32x4.ge_s(atX, i32x4.splat(0)), i32x4.lt_s(atX, i32x4.splat(width - 1))),
    v128.and(i32x4.ge_s(atY, i32x4.splat(0)), i32x4.lt_s(atY, i32x4.splat(height - 1))),
  );
  if (!i32x4.all_true(inside)) return false;
  const rowBytes = 2 * width;
  let above: v128;
  let under: v128;
  const first = codes + 2 * (i32x4.extract_lane(atY, 0) * width + i32x4.extract_lane(atX, 0));
  if (isUniform(west) && isUniform(north)) {
    above = neighbours(v128.load(first));
    under = neighbours(v128.load(first + rowBytes));
  } else {
    const at = i32x4.add(i32x4.mul(atY, i32x4.splat(width)), atX);
    const second = codes + 2 * i32x4.extract_lane(at, 1);
    const third = codes + 2 * i32x4.extract_lane(at, 2);
    const fourth = codes + 2 * i32x4.extract_lane(at, 3);
    above = i32x4(load<i32>(first), load<i32>(second), load<i32>(third), load<i32>(fourth));
    under = i32x4(
      load<i32>(first + rowBytes),
      load<i32>(second + rowBytes),
      load<i32>(third + rowBytes),
      load<i32>(fourth + rowBytes),
    );
  }
  const into = out + 2 * (row * width + column);
  const low = i32x4.splat(0xffff);
  const a = v128.and(above, low);
  const b = i32x4.shr_u(above, 16);
  const c = v128.and(under, low);
  const d = i32x4.shr_u(under, 16);
  if (!v128.any_true(v128.or(v128.xor(above, under), v128.xor(a, b)))) {
    v128.store64_lane(into, i16x8.narrow_i32x4_u(a, a), 0);
    return true;
  }
  const shareX = f32x4.sub(eastwards, west);
  const shareY = f32x4.sub(southwards, north);
  const top = between(f32x4.convert_i32x4_s(a), f32x4.convert_i32x4_s(b), shareX);
  const bottom = between(f32x4.convert_i32x4_s(c), f32x4.convert_i32x4_s(d), shareX);
  const value = between(top, bottom, shareY);
  const rounded = i32x4.trunc_sat_f32x4_s(f32x4.add(value, f32x4.splat(0.5)));
  let absent = i32x4.splat(0);
  for (let i = 0, list = isAbsent + absentList; i < absentCount; i++) {
    const code = i16x8.splat(load<i16>(list + 4 * i));
    absent = v128.or(absent, v128.or(i16x8.eq(above, code), i16x8.eq(under, code)));
  }
  const isEast = f32x4.ge(shareX, f32x4.splat(0.5));
  const isSouth = f32x4.ge(shareY, f32x4.splat(0.5));
  const nearest = v128.bitselect(v128.bitselect(d, c, isEast), v128.bitselect(b, a, isEast), isSouth);
  const moved = v128.bitselect(nearest, rounded, i32x4.ne(absent, i32x4.splat(0)));
  v128.store64_lane(into, i16x8.narrow_i32x4_u(moved, moved), 0);
  return true;
}

/** Whether the four floats of a vector are equal, as those of neighbouring cells nearly always are. */
function isUniform(four: v128): bool {
  return i32x4.all_true(f32x4.eq(four, i32x4.shuffle(four, four, 0, 0, 0, 0)));
}

/** Each of four codes and the next one. */
function neighbours(eight: v128): v128 {
  return i8x16.shuffle(eight, eight, 0, 1, 2, 3, 2, 3, 4, 5, 4, 5, 6, 7, 6, 7, 8, 9);
}

function between(from: v128, to: v128, share: v128): v128 {
  return f32x4.add(from, f32x4.mul(share, f32x4.sub(to, from)));
}

function moveOne(row: i32, column: i32, upper: usize, lower: usize, down: f32): void {
  const into = out + 2 * (row * width + column);
  const atX = <f64>column + <f64>part(upper, lower, down);
  const atY = <f64>row + <f64>part(upper + 4 * width, lower + 4 * width, down);
  if (!(atX >= -0.5 && atY >= -0.5 && atX < <f64>width - 0.5 && atY < <f64>height - 0.5)) {
    store<u16>(into, <u16>outside);
    return;
  }
  const west = Math.floor(atX);
  const north = Math.floor(atY);
  const column0 = <i32>west;
  const row0 = <i32>north;
  if (column0 >= 0 && row0 >= 0 && column0 + 1 < width && row0 + 1 < height) {
    const at = codes + 2 * (row0 * width + column0);
    const a = load<u16>(at);
    const b = load<u16>(at, 2);
    const c = load<u16>(at + 2 * width);
    const d = load<u16>(at + 2 * width, 2);
    if ((load<u8>(isAbsent + a) | load<u8>(isAbsent + b) | load<u8>(isAbsent + c) | load<u8>(isAbsent + d)) == 0) {
      const shareX = atX - west;
      const above = <f64>a + shareX * (<f64>b - <f64>a);
      const under = <f64>c + shareX * (<f64>d - <f64>c);
      store<u16>(into, <u16>(above + (atY - north) * (under - above) + 0.5));
      return;
    }
  }
  const nearest = <i32>Math.floor(atY + 0.5) * width + <i32>Math.floor(atX + 0.5);
  store<u16>(into, load<u16>(codes + 2 * nearest));
}

function part(upper: usize, lower: usize, down: f32): f32 {
  const above = load<f32>(upper);
  return above + down * (load<f32>(lower) - above);
}
