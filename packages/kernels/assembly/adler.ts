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
    const blocks = count >> 5;
    // sums of the bytes, the sums of the blocks before each block, and the bytes by their places in a block
    let sums = i32x4.splat(0);
    let before = i32x4.splat(0);
    let placed = i32x4.splat(0);
    for (let i: u32 = 0; i < blocks; i++, from += 32) {
      const first = v128.load(from);
      const second = v128.load(from, 16);
      before = i32x4.add(before, sums);
      const pairs = i16x8.add(i16x8.extadd_pairwise_i8x16_u(first), i16x8.extadd_pairwise_i8x16_u(second));
      sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_u(pairs));
      placed = i32x4.add(placed, weighted(first, 32));
      placed = i32x4.add(placed, weighted(second, 16));
    }
    b += a * (blocks << 5) + 32 * sumOf(before) + sumOf(placed);
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

/** Sums of 16 bytes by their weights, which descend by one from that of the first. */
function weighted(bytes: v128, first: i16): v128 {
  const low = i16x8.sub(i16x8.splat(first), i16x8(0, 1, 2, 3, 4, 5, 6, 7));
  const high = i16x8.sub(low, i16x8.splat(8));
  return i32x4.add(
    i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(bytes), low),
    i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(bytes), high),
  );
}

function sumOf(v: v128): u32 {
  return i32x4.extract_lane(v, 0) + i32x4.extract_lane(v, 1) + i32x4.extract_lane(v, 2) + i32x4.extract_lane(v, 3);
}
