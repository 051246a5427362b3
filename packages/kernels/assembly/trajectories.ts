/**
 * Follows a motion backwards, from every node of its grid. Motions and origins are pairs of 32-bit floats: how far east, and how far
 * south.
 */
import { onTheWay, twoPairs } from './four-cells';

let width: i32 = 0;
let height: i32 = 0;

/** Puts the numbers of two planes side by side. The result has room for three more pairs. */
export function pairUp(first: usize, second: usize, count: i32, into: usize): void {
  for (let i = 0; i < count; i += 4, first += 16, second += 16, into += 32) {
    const a = v128.load(first);
    const b = v128.load(second);
    v128.store(into, i32x4.shuffle(a, b, 0, 4, 1, 5));
    v128.store(into, i32x4.shuffle(a, b, 2, 6, 3, 7), 16);
  }
}

/**
 * One step by the midpoint rule.
 *
 * @param motion  pairs
 * @param nodes   how much of the motion is one node
 * @param time    length of the step
 * @param origins pairs, moved in place
 */
export function stepBack(motion: usize, across: i32, down: i32, nodes: f64, time: f64, origins: usize): void {
  width = across;
  height = down;
  const half = f64x2.splat((time * nodes) / 2);
  const whole = f32x4.splat(<f32>time);
  const scale = f64x2.splat(nodes);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++, origins += 8) {
      const origin = v128.load64_zero(origins);
      const at = f64x2.add(f64x2(<f64>column, <f64>row), f64x2.mul(f64x2.promote_low_f32x4(origin), scale));
      const middle = f64x2.sub(at, f64x2.mul(f64x2.promote_low_f32x4(pairAt(motion, at)), half));
      v128.store64_lane(origins, f32x4.sub(origin, f32x4.mul(pairAt(motion, middle), whole)), 0);
    }
  }
}

/**
 * Puts a step behind others: where the origins of a step come from.
 *
 * @param step  pairs of the step
 * @param nodes how much of them is one node
 * @param behind pairs of the steps behind it
 * @param into  pairs of both
 * @param intoX how far east they are, as a plane; `intoY`: how far south
 */
export function compose(
  step: usize,
  across: i32,
  down: i32,
  nodes: f64,
  behind: usize,
  into: usize,
  intoX: usize,
  intoY: usize,
): void {
  width = across;
  height = down;
  const scale = f64x2.splat(nodes);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++, step += 8, into += 8, intoX += 4, intoY += 4) {
      const own = v128.load64_zero(step);
      const at = f64x2.add(f64x2(<f64>column, <f64>row), f64x2.mul(f64x2.promote_low_f32x4(own), scale));
      const both = f32x4.add(own, pairAt(behind, at));
      v128.store64_lane(into, both, 0);
      v128.store32_lane(intoX, both, 0);
      v128.store32_lane(intoY, both, 1);
    }
  }
}

/** The pair between those of four nodes; beyond the edge that of the edge. */
function pairAt(pairs: usize, at: v128): v128 {
  const lasts = f64x2(<f64>(width - 1), <f64>(height - 1));
  const inside = f64x2.min(f64x2.max(at, f64x2.splat(0)), lasts);
  const nodes = i32x4.trunc_sat_f64x2_s_zero(inside);
  const west = min(i32x4.extract_lane(nodes, 0), max(0, width - 2));
  const north = min(i32x4.extract_lane(nodes, 1), max(0, height - 2));
  const shares = f32x4.demote_f64x2_zero(f64x2.sub(inside, f64x2(<f64>west, <f64>north)));
  const upper = pairs + 8 * (north * width + west);
  const lower = upper + (north + 1 < height ? 8 * width : 0);
  const both = onTheWay(
    twoPairs(upper, width > 1),
    twoPairs(lower, width > 1),
    i32x4.shuffle(shares, shares, 1, 1, 1, 1),
  );
  return onTheWay(both, i32x4.shuffle(both, both, 2, 3, 2, 3), i32x4.shuffle(shares, shares, 0, 0, 0, 0));
}
