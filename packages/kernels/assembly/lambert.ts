import { codeOf } from './steps';

/**
 * A tile of 256 × 256 pixels of a grid whose columns and rows are `column0 + across[y] * sin[x]` and
 * `row0 + down[y] * cos[x]`. A pixel that is larger than a cell takes all cells that it touches, another the one under
 * its centre.
 */
const SIDE: u32 = 256;

/** Tables of 256 floats of 64 bits, one behind the other. */
const ACROSS: usize = 0;
const DOWN: usize = 8 * 256;
const SIDE_COLUMNS: usize = 2 * 8 * 256;
const SIDE_ROWS: usize = 3 * 8 * 256;
const SIN: usize = 4 * 8 * 256;
const COS: usize = 5 * 8 * 256;
const TURN: usize = 6 * 8 * 256;

let width: i32 = 0;
let height: i32 = 0;
let tables: usize = 0;
let column0: f64 = 0;
let row0: f64 = 0;
let rounding: f64 = 0;

/**
 * @param codes    a byte for each cell; a pixel takes the largest of its cells
 * @param packed   16 bits for each cell, or 0: of these larger pixels take the mean
 * @param within   whether all centres of pixels lie on the grid
 * @param slack    overlaps smaller than this part of a cell come from rounding
 * @param steps    which code a mean has
 * @param out      a byte for each pixel
 */
export function lambertTile(
  codes: usize,
  packed: usize,
  cellsAcross: i32,
  cellsDown: i32,
  columnOrigin: f64,
  rowOrigin: f64,
  lists: usize,
  widest: f64,
  within: bool,
  slack: f64,
  steps: usize,
  out: usize,
): void {
  width = cellsAcross;
  height = cellsDown;
  tables = lists;
  column0 = columnOrigin;
  row0 = rowOrigin;
  rounding = slack;
  for (let y: u32 = 0; y < SIDE; y++, out += SIDE, lists += 8) {
    const large = max(load<f64>(lists, SIDE_COLUMNS), load<f64>(lists, SIDE_ROWS)) * widest > 1;
    if (large) boxes(codes, packed, lists, steps, out);
    else if (within) nearestWithin(codes, lists, out);
    else nearest(codes, lists, out);
  }
}

/** Two pixels at a time. */
function nearestWithin(codes: usize, line: usize, out: usize): void {
  const across = f64x2.splat(load<f64>(line, ACROSS));
  const down = f64x2.splat(load<f64>(line, DOWN));
  const left = f64x2.splat(column0 + rounding);
  const top = f64x2.splat(row0 + rounding);
  const stride = i32x4.splat(width);
  for (let x: usize = 0; x < SIDE; x += 2) {
    const column = f64x2.add(left, f64x2.mul(across, v128.load(tables + 8 * x, SIN)));
    const row = f64x2.add(top, f64x2.mul(down, v128.load(tables + 8 * x, COS)));
    const rows = i32x4.mul(i32x4.trunc_sat_f64x2_s_zero(row), stride);
    const cells = i32x4.add(rows, i32x4.trunc_sat_f64x2_s_zero(column));
    store<u8>(out + x, load<u8>(codes + <usize>i32x4.extract_lane(cells, 0)));
    store<u8>(out + x, load<u8>(codes + <usize>i32x4.extract_lane(cells, 1)), 1);
  }
}

function nearest(codes: usize, line: usize, out: usize): void {
  const across = load<f64>(line, ACROSS);
  const down = load<f64>(line, DOWN);
  const left = column0 + rounding;
  const top = row0 + rounding;
  for (let x: usize = 0; x < SIDE; x++) {
    const column = left + across * load<f64>(tables + 8 * x, SIN);
    const row = top + down * load<f64>(tables + 8 * x, COS);
    let code: u8 = 0;
    if (column >= 0 && column < <f64>width && row >= 0 && row < <f64>height) {
      code = load<u8>(codes + <usize>(<i32>row * width + <i32>column));
    }
    store<u8>(out + x, code);
  }
}

function boxes(codes: usize, packed: usize, line: usize, steps: usize, out: usize): void {
  const acrossBy = load<f64>(line, ACROSS);
  const downBy = load<f64>(line, DOWN);
  const sideColumns = load<f64>(line, SIDE_COLUMNS);
  const sideRows = load<f64>(line, SIDE_ROWS);
  for (let x: usize = 0; x < SIDE; x++) {
    const column = column0 + acrossBy * load<f64>(tables + 8 * x, SIN);
    const row = row0 + downBy * load<f64>(tables + 8 * x, COS);
    const turn = load<f64>(tables + 8 * x, TURN);
    const across = (sideColumns * turn) / 2;
    const down = (sideRows * turn) / 2;
    let code: u8 = 0;
    const beside = column + across < 0 || column - across > <f64>width || row + down < 0 || row - down > <f64>height;
    if (!beside) {
      const left = max(0, firstCell(column, across));
      const right = min(width - 1, lastCell(column, across));
      const top = max(0, firstCell(row, down));
      const bottom = min(height - 1, lastCell(row, down));
      if (left <= right && top <= bottom) {
        if (packed == 0) code = largest(codes, left, right, top, bottom);
        else code = codeOf(steps, meanOf(packed, left, right, top, bottom));
      }
    }
    store<u8>(out + x, code);
  }
}

function firstCell(centre: f64, half: f64): i32 {
  return <i32>floor<f64>((half > 0.5 ? centre - half : centre) + rounding);
}

function lastCell(centre: f64, half: f64): i32 {
  return half > 0.5 ? <i32>ceil<f64>(centre + half - rounding) - 1 : <i32>floor<f64>(centre + rounding);
}

function largest(codes: usize, left: i32, right: i32, top: i32, bottom: i32): u8 {
  let most: u8 = 0;
  for (let row = top; row <= bottom; row++) {
    const line = codes + <usize>(row * width);
    for (let column = left; column <= right; column++) most = max(most, load<u8>(line + column));
  }
  return most;
}

function meanOf(packed: usize, left: i32, right: i32, top: i32, bottom: i32): f64 {
  let sum: u64 = 0;
  for (let row = top; row <= bottom; row++) {
    const line = packed + 2 * <usize>(row * width);
    for (let column = left; column <= right; column++) sum += load<u16>(line + 2 * column);
  }
  return <f64>sum / <f64>((right - left + 1) * (bottom - top + 1));
}
