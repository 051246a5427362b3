/** Solves the equations of the motion. Planes are of 32-bit floats, with room for three more. */
import { pairBetween, rowBetween } from './nodes';

/**
 * Puts the motion of a coarser grid on a finer one.
 *
 * @param u       eastwards, on a grid of `nodes` columns; `v`: southwards
 * @param columns where the columns of the finer grid are between nodes (`nodes.ts`); `rows`: its rows
 * @param line    working memory for a row of nodes
 * @param intoU   eastwards on the finer grid; `intoV`: southwards
 */
export function spreadMotion(
  u: usize,
  v: usize,
  nodes: i32,
  columns: usize,
  rows: usize,
  width: i32,
  height: i32,
  line: usize,
  intoU: usize,
  intoV: usize,
): void {
  for (let row = 0; row < height; row++) {
    rowBetween(u, v, nodes, rows, height, row, 0, nodes - 1, line);
    for (let column = 0; column < width; column++, intoU += 4, intoV += 4) {
      const both = f32x4.demote_f64x2_zero(pairBetween(line, columns, width, column));
      store<f32>(intoU, f32x4.extract_lane(both, 0));
      store<f32>(intoV, f32x4.extract_lane(both, 1));
    }
  }
}

/** Adds two planes. */
export function addPlanes(one: usize, other: usize, count: i32, into: usize): void {
  for (let i: usize = 0; i < 4 * <usize>count; i += 16)
    v128.store(into + i, f32x4.add(v128.load(one + i), v128.load(other + i)));
}

/** Mean of half the sum of two planes, by weights; 0 without a weight. */
export function weighedMean(weights: usize, one: usize, other: usize, count: i32): f64 {
  let sum = f64x2.splat(0);
  let total = f64x2.splat(0);
  let i = 0;
  for (; i + 2 <= count; i += 2) {
    const weight = twoAt(weights + 4 * i);
    sum = f64x2.add(sum, f64x2.mul(weight, f64x2.add(twoAt(one + 4 * i), twoAt(other + 4 * i))));
    total = f64x2.add(total, weight);
  }
  let all = f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
  let weighing = f64x2.extract_lane(total, 0) + f64x2.extract_lane(total, 1);
  if (i < count) {
    const weight = <f64>load<f32>(weights + 4 * i);
    all += weight * (<f64>load<f32>(one + 4 * i) + <f64>load<f32>(other + 4 * i));
    weighing += weight;
  }
  return weighing > 0 ? all / 2 / weighing : 0;
}

/**
 * Adds the solutions of the equations of each cell to the motion.
 *
 * @param sums       as from `addEquations`
 * @param planeBytes from one of their planes to the next
 * @param floor      added to dx² and dy²
 * @param factor     of the unit of the solutions in that of the motion
 */
export function solveEquations(
  sums: usize,
  planeBytes: usize,
  count: i32,
  floor: f64,
  factor: f64,
  u: usize,
  v: usize,
): void {
  const floors = f64x2.splat(floor);
  const factors = f64x2.splat(factor);
  for (let i = 0; i < count; i += 2, sums += 8, u += 8, v += 8) {
    let at = sums;
    const xx = f64x2.add(twoAt(at), floors);
    const xy = twoAt((at += planeBytes));
    const yy = f64x2.add(twoAt((at += planeBytes)), floors);
    const bx = twoAt((at += planeBytes));
    const by = twoAt(at + planeBytes);
    const cells = f64x2.div(factors, f64x2.sub(f64x2.mul(xx, yy), f64x2.mul(xy, xy)));
    const east = f64x2.mul(f64x2.sub(f64x2.mul(yy, bx), f64x2.mul(xy, by)), cells);
    const south = f64x2.mul(f64x2.sub(f64x2.mul(xx, by), f64x2.mul(xy, bx)), cells);
    v128.store64_lane(u, f32x4.demote_f64x2_zero(f64x2.add(twoAt(u), east)), 0);
    v128.store64_lane(v, f32x4.demote_f64x2_zero(f64x2.add(twoAt(v), south)), 0);
  }
}

function twoAt(at: usize): v128 {
  return f64x2.promote_low_f32x4(v128.load64_zero(at));
}

/** Divides each cell of a plane by a number of its column and one of its row, 32-bit floats. */
export function divideByEdges(plane: usize, width: i32, height: i32, columns: usize, rows: usize): void {
  for (let row = 0; row < height; row++, plane += 4 * width) {
    const own = load<f32>(rows + 4 * row);
    let column = 0;
    for (; column + 4 <= width; column += 4) {
      const shares = f32x4.mul(v128.load(columns + 4 * column), f32x4.splat(own));
      v128.store(plane + 4 * column, f32x4.div(v128.load(plane + 4 * column), shares));
    }
    for (; column < width; column++) {
      const at = plane + 4 * column;
      store<f32>(at, load<f32>(at) / (load<f32>(columns + 4 * column) * own));
    }
  }
}
