import { meansWithin, type Means } from './blur.ts';
import { sumsOf, type EquationsParts } from './equations.ts';
import { putSamples, type NodeSamples } from './nodes.ts';
import type { Workspace } from './workspace.ts';

interface Size {
  width: number;
  height: number;
}

/**
 * Means of the sums of the equations within a radius.
 *
 * @returns the usual weight of an echo in them: the mean of half of dx² + dy², by what it was before in each cell; 0 without an echo
 */
export function meansOfSums(
  space: Workspace,
  solved: Size,
  { radius, passes }: Means,
  { sums, own, meansLine }: EquationsParts,
): number {
  const planes = sumsOf(sums, solved);
  const [xx, , yy] = planes;
  const count = solved.width * solved.height;
  space.run.addPlanes(xx.at, yy.at, count, own.at);
  for (const plane of planes) meansWithin(space, plane, solved, { radius, passes }, meansLine);
  return space.run.weighedMean(own.at, xx.at, yy.at, count);
}

interface Solving {
  /** Grid of the motion in `u` and `v`. */
  motion: Size;
  solved: Size;
  /** Where the solved columns and rows are on the grid of the motion. */
  columns: NodeSamples;
  rows: NodeSamples;
  /** Added to dx² and dy². */
  floor: number;
  /** Of the unit of the solutions in that of the motion. */
  factor: number;
}

/** Puts the motion on the grid of the sums and adds the solutions of the equations to it. */
export function solveEquations(
  space: Workspace,
  { motion, solved, columns, rows, floor, factor }: Solving,
  { u, v, columns: columnsPart, rows: rowsPart, line, sums, solvedU, solvedV }: EquationsParts,
): void {
  const { width, height } = solved;
  putSamples(space, columnsPart, columns);
  putSamples(space, rowsPart, rows);
  space.run.spreadMotion(
    u.at, v.at, motion.width, columnsPart.at, rowsPart.at, width, height, line.at, solvedU.at, solvedV.at,
  ); // prettier-ignore
  const [first, second] = sumsOf(sums, solved);
  const planeBytes = second.at - first.at;
  space.run.solveEquations(first.at, planeBytes, width * height, floor, factor, solvedU.at, solvedV.at);
}

/** The solved motion as means within a radius of what is inside the grid, in new arrays. */
export function meansOfSolved(
  space: Workspace,
  solved: Size,
  { radius, passes }: Means,
  { solvedU, solvedV, meansLine, edges }: EquationsParts,
): { u: Float32Array; v: Float32Array } {
  const { width, height } = solved;
  const line = space.floats(edges);
  line.set(insideShares(width, radius, passes));
  line.set(insideShares(height, radius, passes), width);
  const [u, v] = [solvedU, solvedV].map(({ at }) => {
    const plane = { at, length: 4 * width * height };
    meansWithin(space, plane, solved, { radius, passes }, meansLine);
    if (radius > 0) space.run.divideByEdges(at, width, height, edges.at, edges.at + 4 * width);
    return space.floats(plane).slice();
  });
  return { u, v };
}

/** Running means of ones with nothing beyond the edge. */
function insideShares(count: number, radius: number, passes: number): Float64Array {
  let shares = new Float64Array(count).fill(1);
  for (let pass = 0; pass < passes; pass++) {
    shares = shares.map((_, i) => {
      let sum = 0;
      for (let at = Math.max(0, i - radius); at <= Math.min(count - 1, i + radius); at++) sum += shares[at];
      return sum / (2 * radius + 1);
    });
  }
  return shares;
}
