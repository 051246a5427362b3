/** Maximum number of bytes whose sums fit, by their places in a block into 16 bits, as a multiple of 32. */
const chunk: u32 = 5536;

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
    const blocks = count >> 5;
    // sums of the bytes, the sums of the blocks before each block, and those of the bytes at each place in a block
    let sums = i32x4.splat(0);
    let before = i32x4.splat(0);
    let first = i32x4.splat(0);
    let second = i32x4.splat(0);
    let third = i32x4.splat(0);
    let fourth = i32x4.splat(0);
    for (let i: u32 = 0; i < blocks; i++, from += 32) {
      const low = v128.load(from);
      const high = v128.load(from, 16);
      before = i32x4.add(before, sums);
      const pairs = i16x8.add(i16x8.extadd_pairwise_i8x16_u(low), i16x8.extadd_pairwise_i8x16_u(high));
      sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_u(pairs));
      first = i16x8.add(first, i16x8.extend_low_i8x16_u(low));
      second = i16x8.add(second, i16x8.extend_high_i8x16_u(low));
      third = i16x8.add(third, i16x8.extend_low_i8x16_u(high));
      fourth = i16x8.add(fourth, i16x8.extend_high_i8x16_u(high));
    }
    const placed = weighted(first, 32) + weighted(second, 24) + weighted(third, 16) + weighted(fourth, 8);
    b += a * (blocks << 5) + 32 * sumOf(before) + placed;
    a += sumOf(sums);
    for (let i = blocks << 5; i < count; i++, from++) {
      a += load<u8>(from);
      b += a;
    }
    a %= 65521;
    b %= 65521;
    length -= count;
  }
  return (b << 16) | a;
}

/** Eight numbers by their weights, which descend by one from that of the first. */
function weighted(eight: v128, first: i16): u32 {
  const weights = i16x8.sub(i16x8.splat(first), i16x8(0, 1, 2, 3, 4, 5, 6, 7));
  return sumOf(i32x4.add(i32x4.extmul_low_i16x8_u(eight, weights), i32x4.extmul_high_i16x8_u(eight, weights)));
}

function sumOf(v: v128): u32 {
  return i32x4.extract_lane(v, 0) + i32x4.extract_lane(v, 1) + i32x4.extract_lane(v, 2) + i32x4.extract_lane(v, 3);
}
