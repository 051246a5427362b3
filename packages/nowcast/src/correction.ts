import {
  addEquations,
  borrowParts,
  clearSums,
  equationsSizes,
  giveBack,
  meansOfSolved,
  meansOfSums,
  putFrame,
  putSamples,
  solveEquations,
  type EquationsParts,
  type Workspace,
} from '@severe/kernels';
import type { EchoFrame } from './echo.ts';
import { samplesOf } from './grids.ts';
import { meansOf, type Motion, type Plane } from './plane.ts';

/** Smooths single cells, which do not move but flicker, before derivatives are taken; a standard deviation in cells. */
const smoothing = 1;

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
  const { radius } = meansOf(Math.max(...windows.map(({ sigma, thinning }) => sigma / thinning)));
  const means = meansOf(smoothing);
  const sizes = equationsSizes(frame, frames.length, [motion.u, ...solved], solved, {
    solved: radius,
    frame: means.radius,
  });
  const { space, parts } = borrowParts(sizes);
  for (const [i, { echo, known }] of frames.entries())
    putFrame(space, i, frame, { echo: echo.values, known: known.values, means }, parts);
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
  const { factor, window, space, parts } = level;
  const { sigma, thinning, solved } = window;
  addAll(motion, frames, level);
  const usual = meansOfSums(space, solved, meansOf(sigma / thinning), parts);
  const baseline = frames.reduce((sum, { minutes }) => sum - minutes, 0);
  const floor = stiffness * (usualBaseline / baseline) ** 2 * usual + 1e-12;
  const ratio = motion.factor / (factor * thinning);
  const columns = samplesOf(solved.width, ratio, motion.u.width);
  const rows = samplesOf(solved.height, ratio, motion.u.height);
  solveEquations(space, { motion: motion.u, solved, columns, rows, floor, factor }, parts);
  const { u, v } = meansOfSolved(space, solved, meansOf(sigma / thinning / 2), parts);
  return { u: { ...solved, values: u }, v: { ...solved, values: v }, factor: factor * thinning };
}

/** Adds up the sums of least squares over blocks of cells: those of each earlier frame, which should be the newest when moved. */
function addAll(
  motion: Motion,
  frames: readonly EchoFrame[],
  { factor, window: { thinning, solved }, space, parts }: Level,
): void {
  const [newest, ...earlier] = frames;
  const { width, height } = newest.echo;
  const ratio = motion.factor / factor;
  putSamples(space, parts.columns, samplesOf(width, ratio, motion.u.width));
  putSamples(space, parts.rows, samplesOf(height, ratio, motion.u.height));
  space.floats(parts.u).set(motion.u.values);
  space.floats(parts.v).set(motion.v.values);
  clearSums(space, solved, parts);
  for (const [i, frame] of earlier.entries()) {
    const given = { frame: { width, height }, motion: motion.u, solved, earlier: i + 1, minutes: -frame.minutes };
    addEquations(space, { ...given, factor, mostDifference, thinning }, parts);
  }
}
