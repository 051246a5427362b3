/** Summed-area table: the sum of a box is computed from four entries. */

/** Entries wrap at 32 bits; the sum of this many 16-bit cells does not. */
const maxSafeCells: i32 = 65536;

/**
 * @param packed 16 bits per cell
 * @param into   32 bits per corner, in rows of width + 1
 */
export function sumCells(packed: usize, width: i32, height: i32, into: usize): void {
  const stride = <usize>(4 * (width + 1));
  memory.fill(into, 0, stride);
  for (let row = 0; row < height; row++, packed += <usize>(2 * width)) {
    const above = into;
    into += stride;
    store<u32>(into, 0);
    let sum: u32 = 0;
    for (let column: usize = 0; column < <usize>width; column++) {
      sum += load<u16>(packed + 2 * column);
      store<u32>(into + 4 * column, load<u32>(above + 4 * column, 4) + sum, 4);
    }
  }
}

/** The sum of the cells of a box, including its last column and row. */
export function sumOf(sums: usize, width: i32, left: i32, right: i32, top: i32, bottom: i32): u64 {
  const columns = right - left + 1;
  if (columns * (bottom - top + 1) <= maxSafeCells) return boxSum(sums, width, left, right, top, bottom);
  let sum: u64 = 0;
  for (let row = top; row <= bottom; row++) sum += boxSum(sums, width, left, right, row, row);
  return sum;
}

function boxSum(sums: usize, width: i32, left: i32, right: i32, top: i32, bottom: i32): u32 {
  const stride = <usize>(4 * (width + 1));
  const above = sums + stride * top;
  const below = sums + stride * (bottom + 1);
  const begin = <usize>(4 * left);
  const end = <usize>(4 * (right + 1));
  return load<u32>(below + end) - load<u32>(below + begin) - load<u32>(above + end) + load<u32>(above + begin);
}
