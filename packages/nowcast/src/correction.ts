import {
  addEquations,
  borrowParts,
  equationsSizes,
  giveBack,
  putFrame,
  putSamples,
  type EquationsParts,
  type Workspace,
} from '@severe/kernels';
import type { EchoFrame } from './echo.ts';
import { samplesOf, spreadOver } from './grids.ts';
import { blur, blurInside, type Motion, type Plane } from './plane.ts';

/** Weight of the motion of the larger window, as a share of the weight of usual echoes. */
const stiffness = 0.2;

/** Sum of the ages of the frames at which the stiffness is as stated, minutes: the flicker of short baselines looks like motion. */
const usualBaseline = 20;

/** Differences beyond this are growth and decay, not motion, dB. */
const mostDifference = 12;

/** Cells of a window, along its standard deviation, in which the equations are solved: the result is as smooth as the window. */
const solvedCells = 2;

type Size = Pick<Plane, 'width' | 'height'>;

/** A window and the grid on which its equations are solved. */
interface Window {
  /** Standard deviation, in cells of the frames. */
  sigma: number;
  /** Cells of the frames in one of the solved ones, along each side. */
  thinning: number;
  solved: Size;
}

/**
 * The motion after a step of least squares for each window.
 *
 * @param frames the newest and earlier ones, on one grid
 * @param factor cells by which the motion is counted in one of the grid
 * @param sigmas standard deviations of the windows, in cells of the grid, descending
 * @see Lucas and Kanade 1981, IJCAI
 */
export function correctedMotion(
  motion: Motion,
  frames: readonly EchoFrame[],
  { factor, sigmas }: { factor: number; sigmas: readonly number[] },
): Motion {
  const [{ echo: frame }] = frames;
  const windows = sigmas.map((sigma): Window => {
    const thinning = Math.max(1, Math.floor(sigma / solvedCells));
    const [width, height] = [frame.width, frame.height].map((cells) => Math.ceil(cells / thinning));
    return { sigma, thinning, solved: { width, height } };
  });
  const solved = windows.map((window) => window.solved);
  const sizes = equationsSizes(frame, frames.length, [motion.u, ...solved], solved);
  const { space, parts } = borrowParts(sizes);
  for (const [i, { echo, known }] of frames.entries())
    putFrame(space, i, frame, { echo: echo.values, known: known.values }, parts);
  const result = windows.reduce((found, window) => corrected(found, frames, { factor, window, space, parts }), motion);
  giveBack(space);
  return result;
}

interface Level {
  factor: number;
  window: Window;
  space: Workspace;
  parts: EquationsParts;
}

function corrected(motion: Motion, frames: readonly EchoFrame[], level: Level): Motion {
  const { factor, window } = level;
  const { sigma, thinning, solved } = window;
  const [a11, a12, a22, b1, b2] = equationsOf(motion, frames, level);
  const own = a11.values.slice();
  for (let i = 0; i < own.length; i++) own[i] += a22.values[i];
  for (const plane of [a11, a12, a22, b1, b2]) blur(plane, sigma / thinning);
  const baseline = frames.reduce((sum, { minutes }) => sum - minutes, 0);
  const floor = stiffness * (usualBaseline / baseline) ** 2 * usualWeight(own, a11.values, a22.values) + 1e-12;
  const ratio = motion.factor / (factor * thinning);
  const [u, v] = [motion.u, motion.v].map((plane) => spreadOver(plane, solved, ratio));
  const sums = [a11, a12, a22, b1, b2].map(({ values }) => values);
  correct(u.values, v.values, sums, { floor, factor });
  blurInside([u, v], sigma / thinning / 2);
  return { u, v, factor: factor * thinning };
}

/** Adds the solutions of the equations of each cell. @param factor of their unit in that of the motion */
function correct(
  u: Float32Array,
  v: Float32Array,
  [a11, a12, a22, b1, b2]: readonly Float32Array[],
  { floor, factor }: { floor: number; factor: number },
): void {
  for (let i = 0; i < u.length; i++) {
    const [xx, xy, yy] = [a11[i] + floor, a12[i], a22[i] + floor];
    const cells = factor / (xx * yy - xy * xy);
    u[i] += (yy * b1[i] - xy * b2[i]) * cells;
    v[i] += (xx * b2[i] - xy * b1[i]) * cells;
  }
}

/** Sums of least squares over blocks of cells: those of each earlier frame, which should be the newest when moved. */
function equationsOf(
  motion: Motion,
  frames: readonly EchoFrame[],
  { factor, window: { thinning, solved }, space, parts }: Level,
): Plane[] {
  const [newest, ...earlier] = frames;
  const { width, height } = newest.echo;
  const ratio = motion.factor / factor;
  putSamples(space, parts.columns, samplesOf(width, ratio, motion.u.width));
  putSamples(space, parts.rows, samplesOf(height, ratio, motion.u.height));
  space.floats(parts.u).set(motion.u.values);
  space.floats(parts.v).set(motion.v.values);
  const sums = space.floats(parts.sums).fill(0);
  for (const [i, frame] of earlier.entries()) {
    const given = { frame: { width, height }, motion: motion.u, solved, earlier: i + 1, minutes: -frame.minutes };
    addEquations(space, { ...given, factor, mostDifference, thinning }, parts);
  }
  const cells = solved.width * solved.height;
  return [0, 1, 2, 3, 4].map((plane) => ({ ...solved, values: sums.slice(plane * cells, (plane + 1) * cells) }));
}

/** The weight of the windows around echoes: their mean, by the weight of the cell in the middle. */
function usualWeight(own: Float32Array, a11: Float32Array, a22: Float32Array): number {
  let [sum, weights] = [0, 0];
  for (let i = 0; i < own.length; i++) {
    sum += (own[i] * (a11[i] + a22[i])) / 2;
    weights += own[i];
  }
  return weights > 0 ? sum / weights : 0;
}
