import { codeOf } from './steps';
import { sumOf } from './sums';

/**
 * A tile of 256 × 256 pixels of a grid whose columns and rows are `column0 + across[y] * sin[x]` and
 * `row0 + down[y] * cos[x]`. A pixel larger than a cell uses all cells that it touches; any other pixel uses the cell at its
 * centre.
 */
const side: u32 = 256;

/** Consecutive tables of 256 doubles. */
const acrossAt: usize = 0;
const downAt: usize = 8 * 256;
const sideColumnsAt: usize = 2 * 8 * 256;
const sideRowsAt: usize = 3 * 8 * 256;
const sinAt: usize = 4 * 8 * 256;
const cosAt: usize = 5 * 8 * 256;
const turnAt: usize = 6 * 8 * 256;

let width: i32 = 0;
let height: i32 = 0;
let tables: usize = 0;
let column0: f64 = 0;
let row0: f64 = 0;
let rounding: f64 = 0;

/**
 * @param codes    a byte per cell; a pixel shows the largest of its cells
 * @param sums     table of `sumCells`, or 0; with it, pixels larger than a cell show the mean
 * @param within   whether all pixel centres are on the grid
 * @param slack    smaller overlaps, as a fraction of a cell, are rounding errors
 * @param steps    bands that map means to codes
 * @param out      a byte per pixel
 */
export function lambertTile(
  codes: usize,
  sums: usize,
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
  for (let y: u32 = 0; y < side; y++, out += side, lists += 8) {
    const large = max(load<f64>(lists, sideColumnsAt), load<f64>(lists, sideRowsAt)) * widest > 1;
    if (large) boxes(codes, sums, lists, steps, out);
    else if (within) nearestWithin(codes, lists, out);
    else nearest(codes, lists, out);
  }
}

/** Adding this to a double moves its integer part to the low bits. */
const wholeOffset: f64 = 6755399441055744; // 1.5 · 2^52

/** Two pixels at a time. */
function nearestWithin(codes: usize, line: usize, out: usize): void {
  const across = f64x2.splat(load<f64>(line, acrossAt));
  const down = f64x2.splat(load<f64>(line, downAt));
  const left = f64x2.splat(column0 + rounding);
  const top = f64x2.splat(row0 + rounding);
  const stride = f64x2.splat(<f64>width);
  const whole = f64x2.splat(wholeOffset);
  for (let x: usize = 0; x < side; x += 2) {
    const column = f64x2.floor(f64x2.add(left, f64x2.mul(across, v128.load(tables + 8 * x, sinAt))));
    const row = f64x2.floor(f64x2.add(top, f64x2.mul(down, v128.load(tables + 8 * x, cosAt))));
    const cells = f64x2.add(f64x2.add(f64x2.mul(row, stride), column), whole);
    store<u8>(out + x, load<u8>(codes + <usize>i64x2.extract_lane(cells, 0)));
    store<u8>(out + x, load<u8>(codes + <usize>i64x2.extract_lane(cells, 1)), 1);
  }
}

function nearest(codes: usize, line: usize, out: usize): void {
  const across = load<f64>(line, acrossAt);
  const down = load<f64>(line, downAt);
  const left = column0 + rounding;
  const top = row0 + rounding;
  for (let x: usize = 0; x < side; x++) {
    const column = left + across * load<f64>(tables + 8 * x, sinAt);
    const row = top + down * load<f64>(tables + 8 * x, cosAt);
    let code: u8 = 0;
    if (column >= 0 && column < <f64>width && row >= 0 && row < <f64>height) {
      code = load<u8>(codes + <usize>(<i32>row * width + <i32>column));
    }
    store<u8>(out + x, code);
  }
}

/** Pixels larger than a cell. The two lanes of a vector are column and row. */
function boxes(codes: usize, sums: usize, line: usize, steps: usize, out: usize): void {
  const origin = f64x2.replace_lane(f64x2.splat(column0), 1, row0);
  const by = v128.load64_lane(line, v128.load64_zero(line, acrossAt), 1, downAt);
  const half = f64x2.mul(
    v128.load64_lane(line, v128.load64_zero(line, sideColumnsAt), 1, sideRowsAt),
    f64x2.splat(0.5),
  );
  const end = f64x2.replace_lane(f64x2.splat(<f64>(width - 1)), 1, <f64>(height - 1));
  const slack = f64x2.splat(rounding);
  const one = f64x2.splat(1);
  const whole = f64x2.splat(wholeOffset);
  for (let x: usize = 0; x < side; x++) {
    const at = tables + 8 * x;
    const centre = f64x2.add(origin, f64x2.mul(by, v128.load64_lane(at, v128.load64_zero(at, sinAt), 1, cosAt)));
    const reach = f64x2.mul(half, v128.load64_splat(at, turnAt));
    const wide = f64x2.gt(reach, f64x2.splat(0.5));
    const from = f64x2.floor(f64x2.add(v128.bitselect(f64x2.sub(centre, reach), centre, wide), slack));
    const over = f64x2.sub(f64x2.ceil(f64x2.sub(f64x2.add(centre, reach), slack)), one);
    const to = v128.bitselect(over, from, wide);
    const first = f64x2.pmax(from, f64x2.splat(0));
    const last = f64x2.pmin(to, end);
    let code: u8 = 0;
    if (i64x2.all_true(f64x2.le(first, last))) {
      const begin = f64x2.add(first, whole);
      const close = f64x2.add(last, whole);
      const left = <i32>i64x2.extract_lane(begin, 0);
      const top = <i32>i64x2.extract_lane(begin, 1);
      const right = <i32>i64x2.extract_lane(close, 0);
      const bottom = <i32>i64x2.extract_lane(close, 1);
      if (sums == 0) code = largest(codes, left, right, top, bottom);
      else {
        const count = <f64>(right - left + 1) * <f64>(bottom - top + 1);
        code = codeOf(steps, <f64>sumOf(sums, width, left, right, top, bottom) / count);
      }
    }
    store<u8>(out + x, code);
  }
}

function largest(codes: usize, left: i32, right: i32, top: i32, bottom: i32): u8 {
  let most: u8 = 0;
  for (let row = top; row <= bottom; row++) {
    const line = codes + <usize>(row * width);
    for (let column = left; column <= right; column++) most = max(most, load<u8>(line + column));
  }
  return most;
}
