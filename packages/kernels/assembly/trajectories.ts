/** Follows a motion backwards, from every node of its grid. */
import { between } from './nodes';

/**
 * One step by the midpoint rule.
 *
 * @param u      motion eastwards, 32-bit floats; `v`: southwards
 * @param nodes  how much of the motion is one node
 * @param time   length of the step
 * @param x      how far east each origin is, 32-bit floats, moved in place; `y`: how far south
 */
export function stepBack(u: usize, v: usize, width: i32, height: i32, nodes: f64, time: f64, x: usize, y: usize): void {
  const half = f64x2.splat((time * nodes) / 2);
  const whole = f64x2.splat(time);
  const scale = f64x2.splat(nodes);
  const lasts = f64x2(<f64>(width - 1), <f64>(height - 1));
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++, x += 4, y += 4) {
      const origin = f64x2(load<f32>(x), load<f32>(y));
      const at = f64x2.add(f64x2(<f64>column, <f64>row), f64x2.mul(origin, scale));
      const middle = f64x2.sub(at, f64x2.mul(motionAt(u, v, width, height, at, lasts), half));
      const moved = f64x2.sub(origin, f64x2.mul(motionAt(u, v, width, height, middle, lasts), whole));
      store<f32>(x, <f32>f64x2.extract_lane(moved, 0));
      store<f32>(y, <f32>f64x2.extract_lane(moved, 1));
    }
  }
}

/**
 * Puts a step behind others: where the origins of a step come from.
 *
 * @param stepX  how far east the origins of the step are, 32-bit floats; `stepY`: how far south
 * @param nodes  how much of the motion is one node
 * @param x      the same of the steps behind it, `y` as well
 * @param intoX  of both; `intoY` as well
 */
export function compose(
  stepX: usize,
  stepY: usize,
  width: i32,
  height: i32,
  nodes: f64,
  x: usize,
  y: usize,
  intoX: usize,
  intoY: usize,
): void {
  const scale = f64x2.splat(nodes);
  const lasts = f64x2(<f64>(width - 1), <f64>(height - 1));
  for (let row = 0, i = 0; row < height; row++) {
    for (let column = 0; column < width; column++, i += 4) {
      const step = f64x2(load<f32>(stepX + i), load<f32>(stepY + i));
      const at = f64x2.add(f64x2(<f64>column, <f64>row), f64x2.mul(step, scale));
      const both = f64x2.add(step, motionAt(x, y, width, height, at, lasts));
      store<f32>(intoX + i, <f32>f64x2.extract_lane(both, 0));
      store<f32>(intoY + i, <f32>f64x2.extract_lane(both, 1));
    }
  }
}

/** Between four nodes; beyond the edge that of the edge. */
function motionAt(u: usize, v: usize, width: i32, height: i32, at: v128, lasts: v128): v128 {
  const inside = f64x2.min(f64x2.max(at, f64x2.splat(0)), lasts);
  const atX = f64x2.extract_lane(inside, 0);
  const atY = f64x2.extract_lane(inside, 1);
  const west = min(<i32>atX, max(0, width - 2));
  const north = min(<i32>atY, max(0, height - 2));
  const upper = 4 * (north * width + west);
  const lower = upper + (north + 1 < height ? 4 * width : 0);
  const east = west + 1 < width ? 4 : 0;
  const along = f64x2.splat(atX - <f64>west);
  const above = between(nodeAt(u, v, upper), nodeAt(u, v, upper + east), along);
  const under = between(nodeAt(u, v, lower), nodeAt(u, v, lower + east), along);
  return between(above, under, f64x2.splat(atY - <f64>north));
}

function nodeAt(u: usize, v: usize, at: i32): v128 {
  return f64x2(<f64>load<f32>(u + at), <f64>load<f32>(v + at));
}
