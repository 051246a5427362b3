/** Maximum number of steps with sums of pairs below 2^32 and counts below 2^15. */
const chunkSteps: u32 = 16384;

/**
 * Minimum, maximum, sum and number of the 16-bit codes that are not excluded.
 *
 * @param left number of excluded codes (up to two), which are at `out`, 16 bits each
 * @param out  receives minimum and maximum as 32-bit words, then number and sum as doubles
 */
export function summariseShorts(from: usize, count: u32, left: u32, out: usize): void {
  const a: u16 = load<u16>(out);
  const b: u16 = left > 1 ? load<u16>(out, 2) : a;
  const first = i16x8.splat(a);
  const second = i16x8.splat(b);
  const masked = i16x8.splat(left > 0 ? -1 : 0);
  const end = from + 2 * ((<usize>count) & ~7);
  let least = i16x8.splat(-1);
  let most = i16x8.splat(0);
  let sum: u64 = 0;
  let absent: u32 = 0;
  while (from < end) {
    const stop = min(end, from + 16 * chunkSteps);
    let sums = i32x4.splat(0);
    let found = i16x8.splat(0);
    for (; from < stop; from += 16) {
      const codes = v128.load(from);
      const out = v128.and(masked, v128.or(i16x8.eq(codes, first), i16x8.eq(codes, second)));
      const kept = v128.andnot(codes, out);
      least = i16x8.min_u(least, v128.or(codes, out));
      most = i16x8.max_u(most, kept);
      sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_u(kept));
      found = i16x8.sub(found, out);
    }
    sum += lanesOf(sums);
    absent += <u32>lanesOf(i32x4.extadd_pairwise_i16x8_u(found));
  }
  let lowest: u32 = 0xffff;
  let highest: u32 = 0;
  for (let i: usize = 0; i < 8; i++) {
    v128.store(out, least);
    lowest = min(lowest, <u32>load<u16>(out + 2 * i));
    v128.store(out, most);
    highest = max(highest, <u32>load<u16>(out + 2 * i));
  }
  for (let i: u32 = count & 7; i > 0; i--, from += 2) {
    const code = load<u16>(from);
    if (left > 0 && (code == a || code == b)) absent++;
    else {
      lowest = min(lowest, <u32>code);
      highest = max(highest, <u32>code);
      sum += code;
    }
  }
  store<u32>(out, lowest);
  store<u32>(out, highest, 4);
  store<f64>(out, <f64>(count - absent), 8);
  store<f64>(out, <f64>sum, 16);
}

function lanesOf(sums: v128): u64 {
  const two = i64x2.add(i64x2.extend_low_i32x4_u(sums), i64x2.extend_high_i32x4_u(sums));
  return i64x2.extract_lane(two, 0) + i64x2.extract_lane(two, 1);
}

/** The same for signed 32-bit codes, without exclusion. */
export function summariseLongs(from: usize, count: u32, out: usize): void {
  const end = from + 4 * ((<usize>count) & ~3);
  let least = i32x4.splat(i32.MAX_VALUE);
  let most = i32x4.splat(i32.MIN_VALUE);
  let sums = i64x2.splat(0);
  for (; from < end; from += 16) {
    const codes = v128.load(from);
    least = i32x4.min_s(least, codes);
    most = i32x4.max_s(most, codes);
    sums = i64x2.add(sums, i64x2.add(i64x2.extend_low_i32x4_s(codes), i64x2.extend_high_i32x4_s(codes)));
  }
  let lowest = i32.MAX_VALUE;
  let highest = i32.MIN_VALUE;
  v128.store(out, least);
  v128.store(out, most, 16);
  for (let i: usize = 0; i < 4; i++) {
    lowest = min(lowest, load<i32>(out + 4 * i));
    highest = max(highest, load<i32>(out + 4 * i, 16));
  }
  let sum = i64x2.extract_lane(sums, 0) + i64x2.extract_lane(sums, 1);
  for (let i: u32 = count & 3; i > 0; i--, from += 4) {
    const code = load<i32>(from);
    lowest = min(lowest, code);
    highest = max(highest, code);
    sum += code;
  }
  store<i32>(out, lowest);
  store<i32>(out, highest, 4);
  store<f64>(out, <f64>count, 8);
  store<f64>(out, <f64>sum, 16);
}
