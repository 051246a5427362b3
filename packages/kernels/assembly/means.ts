/** Draws the pixels of a tile by the mean of their cells. */
import { firstRowAt, lastColumnAt, lastRowAt, pixels } from './spans';
import { codeOf } from './steps';

/**
 * Draws pixels: the code of a single cell, or the code of the mean of several cells.
 *
 * @param codes  a byte per cell
 * @param packed 16 bits per cell
 * @param absent packed value that is excluded from means, or −1
 * @param steps  bands that map means to codes
 * @param out    a code per pixel; 0 if it has no cell or only absent cells
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
  for (let i: usize = 0; i < pixels; i++) {
    const at = spans + 4 * i;
    const left = load<i32>(at);
    const right = load<i32>(at, lastColumnAt);
    const top = load<i32>(at, firstRowAt);
    const bottom = load<i32>(at, lastRowAt);
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
