import { borrowParts, compose, giveBack, pairsSize, pairUp, stepBack } from '@severe/kernels';
import { samplesOf } from './grids.ts';
import type { Motion, Plane } from './plane.ts';

/** Where what arrives in each cell of a grid comes from, in cells of the frames relative to it. */
export interface Origins {
  x: Plane;
  y: Plane;
  /** Cells of the frames in one of the grid, along each side. */
  factor: number;
}

/** Longest step along a trajectory, minutes. */
const longestStep = 2.5;

/**
 * Origins of the echoes at some times, along trajectories backwards in a motion that does not change, on the grid of the
 * motion.
 *
 * @param minutes ascending
 * @see Germann and Zawadzki 2002, Mon. Wea. Rev. 130 (semi-Lagrangian extrapolation, backward scheme)
 */
export function originsAfter({ u, v, factor }: Motion, minutes: readonly number[]): Origins[] {
  const { width, height } = u;
  const grid = { width, height, factor };
  const [plane, pairs] = [u.values.byteLength, pairsSize(grid)];
  const { space, parts } = borrowParts({ x: plane, y: plane, motion: pairs, step: pairs, all: pairs, next: pairs });
  space.floats(parts.x).set(u.values);
  space.floats(parts.y).set(v.values);
  pairUp(space, parts.x, parts.y, width * height, parts.motion);
  let [all, next] = [parts.all, parts.next];
  space.octets(all).fill(0);
  let [reached, stepMinutes] = [0, 0];
  const origins = minutes.map((until): Origins => {
    if (until - reached !== stepMinutes) followFor((stepMinutes = until - reached));
    compose(space, grid, { step: parts.step, behind: all }, { ...parts, pairs: next });
    [all, next] = [next, all];
    reached = until;
    const [x, y] = [parts.x, parts.y].map((part) => ({ width, height, values: space.floats(part).slice() }));
    return { x, y, factor };
  });
  giveBack(space);
  return origins;

  /** The origins of some minutes, which are the same at any time: the motion does not change. */
  function followFor(time: number): void {
    const count = Math.max(1, Math.ceil(time / longestStep));
    space.octets(parts.step).fill(0);
    for (let i = 0; i < count; i++) stepBack(space, grid, time / count, parts.motion, parts.step);
  }
}

/** Origins as the kernel reads them, and where the cells of a grid are between them. @param coarsening cells of the grid in one of the frames */
export function nodesOf({ x, y, factor }: Origins, grid: { width: number; height: number }, coarsening: number) {
  const node = coarsening * factor;
  const [columns, rows] = [samplesOf(grid.width, node, x.width), samplesOf(grid.height, node, x.height)];
  return { x: x.values, y: y.values, nodes: x.width, columns, rows };
}
