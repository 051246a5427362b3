/** Maximum number of bytes whose sums fit into 32 bits, as a multiple of 256. */
const chunk: u32 = 3072;

/**
 * Continues an Adler-32 checksum.
 *
 * @param sum the checksum of the preceding bytes; 1 at the beginning
 * @see RFC 1950, section 8.2
 */
export function adler32(from: usize, length: u32, sum: u32): u32 {
  let a = sum & 0xffff;
  let b = sum >>> 16;
  while (length > 0) {
    const count = min(length, chunk);
    const blocks = count >> 6;
    for (let i: u32 = 0; i < blocks; i++, from += 64) {
      const v0 = v128.load(from);
      const v1 = v128.load(from, 16);
      const v2 = v128.load(from, 32);
      const v3 = v128.load(from, 48);
      b += a << 6;
      // Most bytes are zero, which do not change `a`
      if (!v128.any_true(v128.or(v128.or(v0, v1), v128.or(v2, v3)))) continue;
      b += weighted(v0, 48) + weighted(v1, 32) + weighted(v2, 16) + weighted(v3, 0);
      a += total(v0) + total(v1) + total(v2) + total(v3);
    }
    for (let i = blocks << 6; i < count; i++, from++) {
      a += load<u8>(from);
      b += a;
    }
    a %= 65521;
    b %= 65521;
    length -= count;
  }
  return (b << 16) | a;
}

function total(bytes: v128): u32 {
  const fours = i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(bytes));
  return sumOf(fours);
}

/** The weighted sum of 16 bytes: the weight of a byte is the number of bytes from it to the end, plus `behind`. */
function weighted(bytes: v128, behind: u32): u32 {
  const low = i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(bytes), i16x8(16, 15, 14, 13, 12, 11, 10, 9));
  const high = i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(bytes), i16x8(8, 7, 6, 5, 4, 3, 2, 1));
  return sumOf(i32x4.add(low, high)) + behind * total(bytes);
}

function sumOf(v: v128): u32 {
  return i32x4.extract_lane(v, 0) + i32x4.extract_lane(v, 1) + i32x4.extract_lane(v, 2) + i32x4.extract_lane(v, 3);
}
