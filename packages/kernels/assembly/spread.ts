/**
 * Fills a block of 256 × 256 pixels with the largest code of the cells that each covers, separably: the cell rows of a pixel
 * row are merged to one line, from which the pixels are read.
 */
const side: usize = 256;

/** For each of up to four cells of a pixel, its index in 16 bytes of the line; 255 for none. */
const picks = memory.data(4 * 256, 16);

/** State of a call. */
let spans: usize = 0;
let from: u32 = 0;
let to: u32 = 0;
let widest: u32 = 0;
let step: u32 = 0;

/**
 * @param width   cells of a row of `codes`
 * @param columns words: the first cell of each of 256 columns of pixels, then the last
 * @param rows    the same for rows
 * @param line    working memory for a row of cells
 * @param out     256 × 256 pixels; those outside [from, to) become 0
 */
export function spreadLargest(
  codes: usize,
  width: u32,
  columns: usize,
  columnFrom: u32,
  columnTo: u32,
  rows: usize,
  rowFrom: u32,
  rowTo: u32,
  line: usize,
  out: usize,
): void {
  memory.fill(out, 0, side * rowFrom);
  memory.fill(out + side * rowTo, 0, side * (side - rowTo));
  spans = columns;
  from = columnFrom;
  to = columnTo;
  planPicks();
  const left = firstOf(spans, from) & ~15;
  const right = lastOf(spans, to - 1);
  let above: i32 = -1;
  let below: i32 = -1;
  for (let y = rowFrom; y < rowTo; y++) {
    const at = out + side * y;
    const top = firstOf(rows, y);
    const bottom = lastOf(rows, y);
    if (top == above && bottom == below) {
      memory.copy(at, at - side, side);
      continue;
    }
    above = top;
    below = bottom;
    const row = codes + top * width;
    if (!merge(row, width, bottom - top, left, right, line)) memory.fill(at, 0, side);
    else if (step == 0) pickMany(line, at);
    else if (step == 4) pickFours(line, at);
    else if (step == 8) pickEights(line, at);
    else pickSixteens(line, at);
  }
}

function firstOf(list: usize, i: u32): i32 {
  return load<i32>(list + 4 * i);
}

function lastOf(list: usize, i: u32): i32 {
  return load<i32>(list + 4 * (side + i));
}

/**
 * Finds how many adjacent pixels can be read from 16 cells: 16, 8 or 4; 0 if fewer than 4, or if a pixel covers more than
 * four cells.
 */
function planPicks(): void {
  widest = 0;
  for (let x = from; x < to; x++) widest = max(widest, <u32>(lastOf(spans, x) - firstOf(spans, x) + 1));
  step = widest > 4 ? 0 : 16;
  while (step >= 4 && !fits(step)) step >>= 1;
  if (step < 4) {
    step = 0;
    return;
  }
  for (let x: u32 = 0; x < 256; x++) {
    const inside = x >= from && x < to;
    const base = firstOf(spans, max(x & ~(step - 1), from));
    for (let i: u32 = 0; i < widest; i++) {
      const cell = inside ? min(firstOf(spans, x) + <i32>i, lastOf(spans, x)) - base : 255;
      store<u8>(picks + side * i + x, <u8>cell);
    }
  }
}

function fits(pixels: u32): bool {
  for (let x: u32 = from & ~(pixels - 1); x < to; x += pixels) {
    if (lastOf(spans, min(x + pixels, to) - 1) - firstOf(spans, max(x, from)) > 15) return false;
  }
  return true;
}

/** Writes the maximum of `more` + 1 rows to the line, 16 columns at a time. Returns whether any is not 0. */
function merge(row: usize, width: u32, more: i32, left: i32, right: i32, line: usize): bool {
  let any = i8x16.splat(0);
  for (let column: i32 = left; column <= right; column += 16) {
    let cells = v128.load(row + column);
    for (let i: i32 = 1; i <= more; i++) cells = i8x16.max_u(cells, v128.load(row + i * width + column));
    v128.store(line + column, cells);
    any = v128.or(any, cells);
  }
  return v128.any_true(any);
}

/** Address of the first cell of a group of pixels. */
function groupAt(line: usize, x: u32): usize {
  return line + firstOf(spans, max(x, from));
}

function largest(line: usize, x: u32): v128 {
  const cells = v128.load(groupAt(line, x));
  let most = i8x16.swizzle(cells, v128.load(picks + x));
  for (let i: u32 = 1; i < widest; i++) {
    most = i8x16.max_u(most, i8x16.swizzle(cells, v128.load(picks + side * i + x)));
  }
  return most;
}

function pickSixteens(line: usize, at: usize): void {
  for (let x: u32 = 0; x < 256; x += 16) {
    v128.store(at + x, x + 16 > from && x < to ? largest(line, x) : i8x16.splat(0));
  }
}

function pickEights(line: usize, at: usize): void {
  for (let x: u32 = 0; x < 256; x += 8) {
    store<u64>(at + x, x + 8 > from && x < to ? i64x2.extract_lane(largest(line, x), 0) : 0);
  }
}

function pickFours(line: usize, at: usize): void {
  for (let x: u32 = 0; x < 256; x += 4) {
    store<u32>(at + x, x + 4 > from && x < to ? i32x4.extract_lane(largest(line, x), 0) : 0);
  }
}

function pickMany(line: usize, at: usize): void {
  memory.fill(at, 0, side);
  for (let x = from; x < to; x++) {
    let most: u8 = 0;
    const end = line + lastOf(spans, x);
    for (let cell = line + firstOf(spans, x); cell <= end; cell++) most = max(most, load<u8>(cell));
    store<u8>(at + x, most);
  }
}
