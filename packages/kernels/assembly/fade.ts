/** Means of neighbouring 16-bit codes. */

/** Where the list of the codes without a value is, behind an octet for each code: their number and the codes, as words. */
const absentList: usize = 0x10000;

/**
 * Means of five samples of neighbouring cells, on both sides `near` and `far` cells away; codes beside one without a value stay.
 *
 * @param from  first cell; `to`: the one behind the last
 * @param share weight of the far ones against the near ones, which together have half of the weight
 * @param absentCodes an octet for each code, 1 if it has no value; then the number of these, and a list of them
 * @param faded 16-bit codes, filled with those of the cells before
 */
export function fadeCells(
  cells: usize,
  from: i32,
  to: i32,
  near: i32,
  far: i32,
  share: f64,
  absentCodes: usize,
  faded: usize,
): void {
  const nearBytes = 2 * near;
  const farBytes = 2 * far;
  let at = cells + 2 * from;
  const end = cells + 2 * to;
  let into = faded + 2 * from;
  for (; at + 16 <= end; at += 16, into += 16) {
    const a = v128.load(at - farBytes);
    const b = v128.load(at - nearBytes);
    const c = v128.load(at);
    const d = v128.load(at + nearBytes);
    const e = v128.load(at + farBytes);
    const around = v128.or(v128.or(v128.xor(c, a), v128.xor(c, e)), v128.or(v128.xor(c, b), v128.xor(c, d)));
    if (!v128.any_true(around)) continue;
    let absent = i16x8.splat(0);
    for (let i = load<i32>(absentCodes + absentList), list = absentCodes + absentList; i > 0; i--) {
      const code = i16x8.splat(load<i16>(list + 4 * i));
      absent = v128.or(absent, v128.or(i16x8.eq(a, code), v128.or(i16x8.eq(b, code), i16x8.eq(c, code))));
      absent = v128.or(absent, v128.or(i16x8.eq(d, code), i16x8.eq(e, code)));
    }
    if (i8x16.all_true(absent)) continue;
    const low = meansOfFour(
      i32x4.extend_low_i16x8_u(a), i32x4.extend_low_i16x8_u(b), i32x4.extend_low_i16x8_u(c), i32x4.extend_low_i16x8_u(d),
      i32x4.extend_low_i16x8_u(e), share,
    ); // prettier-ignore
    const high = meansOfFour(
      i32x4.extend_high_i16x8_u(a), i32x4.extend_high_i16x8_u(b), i32x4.extend_high_i16x8_u(c), i32x4.extend_high_i16x8_u(d),
      i32x4.extend_high_i16x8_u(e), share,
    ); // prettier-ignore
    v128.store(into, v128.bitselect(c, i16x8.narrow_i32x4_u(low, high), absent));
  }
  for (; at < end; at += 2, into += 2) {
    const a = load<u16>(at - farBytes);
    const b = load<u16>(at - nearBytes);
    const c = load<u16>(at);
    const d = load<u16>(at + nearBytes);
    const e = load<u16>(at + farBytes);
    const absent =
      load<u8>(absentCodes + a) |
      load<u8>(absentCodes + b) |
      load<u8>(absentCodes + c) |
      load<u8>(absentCodes + d) |
      load<u8>(absentCodes + e);
    if (absent != 0) continue;
    const sides = <f64>a * share + <f64>b * (1 - share) + <f64>d * (1 - share) + <f64>e * share;
    store<u16>(into, <u16>Math.floor(0.5 * <f64>c + 0.25 * sides + 0.5));
  }
}

/** The means of four words each. */
function meansOfFour(a: v128, b: v128, c: v128, d: v128, e: v128, share: f64): v128 {
  const first = meansOfTwo(a, b, c, d, e, share);
  const second = meansOfTwo(last(a), last(b), last(c), last(d), last(e), share);
  return i32x4.shuffle(first, second, 0, 1, 4, 5);
}

/** The last two of four words. */
function last(four: v128): v128 {
  return i32x4.shuffle(four, four, 2, 3, 2, 3);
}

function meansOfTwo(a: v128, b: v128, c: v128, d: v128, e: v128, share: f64): v128 {
  const shares = f64x2.splat(share);
  const rest = f64x2.splat(1 - share);
  let sides = f64x2.mul(f64x2.convert_low_i32x4_u(a), shares);
  sides = f64x2.add(sides, f64x2.mul(f64x2.convert_low_i32x4_u(b), rest));
  sides = f64x2.add(sides, f64x2.mul(f64x2.convert_low_i32x4_u(d), rest));
  sides = f64x2.add(sides, f64x2.mul(f64x2.convert_low_i32x4_u(e), shares));
  const middle = f64x2.mul(f64x2.convert_low_i32x4_u(c), f64x2.splat(0.5));
  const mean = f64x2.add(f64x2.add(middle, f64x2.mul(sides, f64x2.splat(0.25))), f64x2.splat(0.5));
  return i32x4.trunc_sat_f64x2_u_zero(mean);
}
