import { borrowParts, compose, giveBack, handOver, pairsSize, pairUp, stepBack, type Part } from '@severe/kernels';
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
 * motion; they share one memory.
 *
 * @param minutes ascending
 * @see Germann and Zawadzki 2002, Mon. Wea. Rev. 130 (semi-Lagrangian extrapolation, backward scheme)
 */
export function originsAfter({ u, v, factor }: Motion, minutes: readonly number[]): Origins[] {
  const { width, height } = u;
  const grid = { width, height, factor };
  const cells = width * height;
  const [plane, pairs] = [4 * cells, pairsSize(grid)];
  const sizes = {
    planes: 2 * plane * Math.max(1, minutes.length),
    motion: pairs,
    step: pairs,
    all: pairs,
    next: pairs,
  };
  const { space, parts } = borrowParts(sizes);
  const [firstX, firstY] = planesAt(0);
  space.floats(firstX).set(u.values);
  space.floats(firstY).set(v.values);
  pairUp(space, firstX, firstY, cells, parts.motion);
  let [all, next] = [parts.all, parts.next];
  space.octets(all).fill(0);
  let [reached, stepMinutes] = [0, 0];
  for (const [i, until] of minutes.entries()) {
    if (until - reached !== stepMinutes) followFor((stepMinutes = until - reached));
    const [x, y] = planesAt(i);
    compose(space, grid, { step: parts.step, behind: all }, { pairs: next, x, y });
    [all, next] = [next, all];
    reached = until;
  }
  const planes = handOver(space, space.floats(parts.planes));
  return minutes.map((_, i) => {
    const [x, y] = [2 * i, 2 * i + 1].map((at) => planes.subarray(at * cells, (at + 1) * cells));
    return { x: { width, height, values: x }, y: { width, height, values: y }, factor };
  });

  /** Where the origins of a time are put. */
  function planesAt(time: number): [x: Part, y: Part] {
    const at = parts.planes.at + 2 * plane * time;
    return [
      { at, length: plane },
      { at: at + plane, length: plane },
    ];
  }

  /** The origins of some minutes, which are the same at any time: the motion does not change. */
  function followFor(time: number): void {
    const count = Math.max(1, Math.ceil(time / longestStep));
    space.octets(parts.step).fill(0);
    for (let i = 0; i < count; i++) stepBack(space, grid, time / count, parts.motion, parts.step);
  }
}

/** Frees the memory of the origins of all times, which must not be used again. */
export function releaseOrigins([first]: readonly Origins[]): void {
  if (first) giveBack(first.x.values);
}

/** Origins as the kernel reads them, and where the cells of a grid are between them. @param coarsening cells of the grid in one of the frames */
export function nodesOf({ x, y, factor }: Origins, grid: { width: number; height: number }, coarsening: number) {
  const node = coarsening * factor;
  const [columns, rows] = [samplesOf(grid.width, node, x.width), samplesOf(grid.height, node, x.height)];
  return { x: x.values, y: y.values, nodes: x.width, columns, rows };
}
