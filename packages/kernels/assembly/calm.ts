/** Blocks of 16-bit cells with one code: most of a country. */
export const blockShift: i32 = 3;
export const blockSide: i32 = 8;

/** The code of each block of 8 × 8 cells, as words; −1 if it has several. */
export function findCalm(codes: usize, width: i32, height: i32, calm: usize): void {
  for (let top = 0; top < height; top += blockSide) {
    const rows = min(blockSide, height - top);
    for (let left = 0; left < width; left += blockSide, calm += 4) {
      store<i32>(calm, codeOf(codes + 2 * (top * width + left), width, min(blockSide, width - left), rows));
    }
  }
}

function codeOf(start: usize, width: i32, cells: i32, rows: i32): i32 {
  const first = load<u16>(start);
  const firsts = i16x8.splat(first);
  for (let row = 0; row < rows; row++, start += 2 * width) {
    if (cells == blockSide) {
      if (v128.any_true(v128.xor(v128.load(start), firsts))) return -1;
    } else {
      for (let i = 0; i < cells; i++) if (load<u16>(start + 2 * i) != first) return -1;
    }
  }
  return first;
}
