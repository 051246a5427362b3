import { emptyPlane, valuesAt, type Motion, type Plane } from './plane.ts';

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
  const [x, y] = [emptyPlane(width, height), emptyPlane(width, height)];
  const velocity: [number, number] = [0, 0];
  let reached = 0;
  return minutes.map((until) => {
    const steps = Math.max(1, Math.ceil((until - reached) / longestStep));
    const each = (until - reached) / steps;
    for (let row = 0, i = 0; row < height; row++) {
      for (let column = 0; column < width; column++, i++) {
        for (let step = 0; step < steps; step++) {
          const [atX, atY] = [column + x.values[i] / factor, row + y.values[i] / factor];
          valuesAt(u, v, atX, atY, velocity);
          const middleX = atX - (velocity[0] * each) / 2 / factor;
          const middleY = atY - (velocity[1] * each) / 2 / factor;
          valuesAt(u, v, middleX, middleY, velocity);
          x.values[i] -= velocity[0] * each;
          y.values[i] -= velocity[1] * each;
        }
      }
    }
    reached = until;
    return { x: { ...x, values: x.values.slice() }, y: { ...y, values: y.values.slice() }, factor };
  });
}
