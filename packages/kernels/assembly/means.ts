/** Pixels of a tile by the mean of what their cells hold. */
import { FIRST_ROW, LAST_COLUMN, LAST_ROW, PIXELS } from './spans';
import { codeOf } from './steps';

/**
 * Draws pixels by the code of their cell, and those of several cells by the code of the mean.
 *
 * @param codes  a byte for each cell
 * @param packed 16 bits for each cell
 * @param absent the one of those that means none and takes no part, or −1
 * @param steps  which code a mean has
 * @param out    a code for each pixel, 0 where it has no cell, or all of several are absent
 */
export function drawMeans(
  codes: usize,
  packed: usize,
  width: i32,
  absent: i32,
  spans: usize,
  steps: usize,
  out: usize,
): void {
  for (let i: usize = 0; i < PIXELS; i++) {
    const at = spans + 4 * i;
    const left = load<i32>(at);
    const right = load<i32>(at, LAST_COLUMN);
    const top = load<i32>(at, FIRST_ROW);
    const bottom = load<i32>(at, LAST_ROW);
    let code: u8 = 0;
    if (left <= right && top <= bottom) {
      if (left == right && top == bottom) code = load<u8>(codes + <usize>(top * width + left));
      else {
        const mean = meanOf(packed, width, absent, left, right, top, bottom);
        if (mean >= 0) code = codeOf(steps, mean);
      }
    }
    store<u8>(out + i, code);
  }
}

function meanOf(packed: usize, width: i32, absent: i32, left: i32, right: i32, top: i32, bottom: i32): f64 {
  let sum: u64 = 0;
  let count: u32 = 0;
  for (let row = top; row <= bottom; row++) {
    const line = packed + 2 * <usize>(row * width);
    for (let column = left; column <= right; column++) {
      const value = <i32>load<u16>(line + 2 * column);
      const present = value != absent;
      sum += present ? <u64>value : 0;
      count += u32(present);
    }
  }
  return count == 0 ? -1 : <f64>sum / <f64>count;
}
