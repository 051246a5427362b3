/** Converts rows of 256 palette codes to the rows of an indexed PNG. */
const side: usize = 256;

/**
 * Marks the codes that occur in an image of 256 × 256 pixels. Rows often repeat and neighbours are mostly equal, so rows are
 * compared first, then eight pixels with the previous eight.
 *
 * @param used 256 bytes
 */
export function usedCodes(codes: usize, used: usize): void {
  memory.fill(used, 0, 256);
  let before = ~load<u64>(codes);
  for (let y: u32 = 0; y < 256; y++, codes += side) {
    if (y > 0 && same(codes)) continue;
    for (let at = codes; at < codes + side; at += 8) {
      const eight = load<u64>(at);
      if (eight == before) continue;
      before = eight;
      for (let i: u32 = 0; i < 64; i += 8) store<u8>(used + <usize>((eight >> i) & 255), 1);
    }
  }
}

/**
 * Packs 256 × 256 codes to PNG rows, the first pixel in the high bits; each row starts with the filter byte 0 (none).
 *
 * @param depth   bits per pixel: 1, 2, 4 or 8
 * @param indexOf palette index of each of 256 codes
 * @param highest the largest code
 * @param rows    256 rows of 1 + 32 * depth bytes
 */
export function packPixels(codes: usize, depth: u32, indexOf: usize, highest: u32, rows: usize): void {
  const stride: usize = 1 + 32 * depth;
  for (let y: u32 = 0; y < 256; y++, codes += side, rows += stride) {
    if (y > 0 && same(codes)) {
      memory.copy(rows, rows - stride, stride);
      continue;
    }
    store<u8>(rows, 0);
    index(codes, indexOf, highest, rows + 1);
    // In place, from 256 bytes to 128, 64, 32: the output ends before the unread input
    for (let bits = depth, bytes: usize = side; bits < 8; bits <<= 1, bytes >>= 1) halve(rows + 1, bytes, bits);
  }
}

/** Whether a row equals the row above. */
function same(codes: usize): bool {
  for (let i: usize = 0; i < side; i += 16) {
    if (v128.any_true(v128.xor(v128.load(codes + i), v128.load(codes + i - side)))) return false;
  }
  return true;
}

/** Looks up 16 table entries at a time; a code beyond them gives 0. */
function index(codes: usize, indexOf: usize, highest: u32, into: usize): void {
  for (let i: usize = 0; i < side; i += 16) {
    let rest = v128.load(codes + i);
    let found = i8x16.swizzle(v128.load(indexOf), rest);
    for (let from: u32 = 16; from <= highest; from += 16) {
      rest = i8x16.sub(rest, i8x16.splat(16));
      found = v128.or(found, i8x16.swizzle(v128.load(indexOf + from), rest));
    }
    v128.store(into + i, found);
  }
}

/** Joins pairs: two bytes with `bits` bits each become one byte with twice as many. */
function halve(at: usize, count: usize, bits: u32): void {
  const low = i16x8.splat(255);
  for (let i: usize = 0; i < count; i += 32) {
    const a = v128.load(at + i);
    const b = v128.load(at + i, 16);
    const left = v128.and(v128.or(i16x8.shl(a, bits), i16x8.shr_u(a, 8)), low);
    const right = v128.and(v128.or(i16x8.shl(b, bits), i16x8.shr_u(b, 8)), low);
    v128.store(at + (i >> 1), i8x16.narrow_i16x8_u(left, right));
  }
}
