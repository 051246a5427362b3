/** Means of neighbouring 16-bit codes. */

/**
 * Means of five samples of neighbouring cells, on both sides `near` and `far` cells away; codes beside one without a value stay.
 *
 * @param from  first cell; `to`: the one behind the last
 * @param share weight of the far ones against the near ones, which together have half of the weight
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
  while (at < end) {
    if (at + 16 <= end) {
      const own = v128.load(at);
      const around = v128.or(
        v128.or(v128.xor(own, v128.load(at - farBytes)), v128.xor(own, v128.load(at + farBytes))),
        v128.or(v128.xor(own, v128.load(at - nearBytes)), v128.xor(own, v128.load(at + nearBytes))),
      );
      if (!v128.any_true(around)) {
        at += 16;
        into += 16;
        continue;
      }
    }
    const stop = min(at + 16, end);
    for (; at < stop; at += 2, into += 2) {
      const a = load<u16>(at - farBytes);
      const b = load<u16>(at - nearBytes);
      const c = load<u16>(at);
      const d = load<u16>(at + nearBytes);
      const e = load<u16>(at + farBytes);
      if (a == b && b == c && c == d && d == e) continue;
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
}
