/** Moves a grid of 16-bit codes: each cell takes the code of its origin. */
import { blockShift, blockSide } from './calm';
import { findExtents, nodeAfter, nodeBefore } from './nodes';
import { beginCells, columns, height, moveRun, out, outside, scale, width } from './moved-cells';

/** Most rows of nodes around a row of blocks, whose nodes are not closer than cells. */
const nodeRows: i32 = 10;

/** Cells of blocks in a row that are tried together first. */
const runSide: i32 = 8 * blockSide;

let calm: usize = 0;

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
  calm = calmBlocks;
  beginCells(
    given, across, down, absentCodes, east, south, nodeColumns, columnNodes, rowNodes, cellScale, lines, beyond, into,
  ); // prettier-ignore
  const extents = lines + 8 * width * nodeRows;
  for (let top = 0; top < height; top += blockSide) {
    const bottom = min(top + blockSide, height);
    findExtents(
      east, south, nodeColumns, nodeBefore(rowNodes, top), nodeAfter(rowNodes, height, bottom - 1), extents,
    ); // prettier-ignore
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
