import type { EchoFrame } from './echo.ts';
import { echoTiles, type EchoTiles } from './echo-tiles.ts';
import { averaged, spreadOver } from './grids.ts';
import { blur, blurInside, emptyPlane, valuesAt, type Motion, type Plane } from './plane.ts';

/** Cells of the grids on which frames are compared, km: in half an hour no echo crosses one of the coarsest. */
const gridsKm = [64, 32, 16, 8, 4, 2];
/** Fewest cells along the longer side of a grid. */
const fewestCells = 12;

/**
 * Standard deviations of the windows in which one motion is assumed, km; each corrects the one before. The smallest is that of a
 * group of storms: echoes in smaller windows grow and decay more than they move on their own.
 */
const windowsKm = { coarsest: [1400, 560, 350], finer: [100, 50, 30, 30] };
/** Largest window, as a share of the longer side. */
const mostOfSide = 0.25;

/** Weight of the motion of the larger window, as a share of the weight of usual echoes. */
const stiffness = 0.2;

/** Sum of the ages of the frames at which the stiffness is as stated, minutes: the flicker of short baselines looks like motion. */
const usualBaseline = 20;

/** Differences beyond this are growth and decay, not motion, dB. */
const mostDifference = 12;

/** Smooths single cells, which do not move but flicker, before derivatives are taken; a standard deviation in cells. */
const smoothing = 1;

/** Cells of a window, along its standard deviation, in which the equations are solved: the result is as smooth as the window. */
const solvedCells = 3;

/**
 * The motion of echoes that maps the earlier frames onto the newest: dense Lucas–Kanade over all frames at once, from coarse
 * to fine grids and from large windows to small ones. Where there is no echo, the motion of the larger window stays.
 *
 * @param frames the newest, of 0 minutes, and at least one earlier one, on the same grid
 * @param cellKm size of its cells
 * @see Lucas and Kanade 1981, IJCAI; Bowler, Pierce and Seed 2004, J. Hydrol. 288 (optical flow for rain)
 */
export function estimateMotion(frames: readonly EchoFrame[], cellKm: number): Motion {
  const [newest, ...earlier] = frames.toSorted((one, other) => other.minutes - one.minutes);
  const { width, height } = newest.echo;
  const sideKm = Math.max(width, height) * cellKm;
  let motion: Motion = { u: emptyPlane(1, 1), v: emptyPlane(1, 1), factor: Math.max(width, height) };
  for (const [level, factor] of factorsOf(sideKm, cellKm).entries()) {
    const grid = frameOn(newest, factor);
    const before = earlier.map((frame) => frameOn(frame, factor));
    for (const windowKm of level === 0 ? windowsKm.coarsest : windowsKm.finer) {
      const sigma = Math.min(windowKm, mostOfSide * sideKm) / (factor * cellKm);
      motion = corrected(motion, grid, before, { factor, sigma });
    }
  }
  return motion;
}

/** Cells of the frames in one of each grid, from coarse to fine. */
function factorsOf(sideKm: number, cellKm: number): number[] {
  const wanted = gridsKm.filter((km) => sideKm / km >= fewestCells).map((km) => Math.max(1, Math.round(km / cellKm)));
  return wanted.length > 0 ? [...new Set(wanted)] : [1];
}

/** A frame on a coarser grid, smoothed. */
function frameOn({ minutes, echo, known }: EchoFrame, factor: number): EchoFrame {
  const coarse = { minutes, echo: averaged(echo, factor), known: averaged(known, factor) };
  blur(coarse.echo, smoothing);
  return coarse;
}

/** Sums of least squares: of blocks of cells, then of windows. */
type Equations = Record<'a11' | 'a12' | 'a22' | 'b1' | 'b2', Plane>;

/** The motion after one step of least squares. @param sigma standard deviation of the windows, in cells of the grid */
function corrected(
  motion: Motion,
  newest: EchoFrame,
  earlier: readonly EchoFrame[],
  { factor, sigma }: { factor: number; sigma: number },
): Motion {
  const thinning = Math.max(1, Math.floor(sigma / solvedCells));
  const [across, down] = [newest.echo.width, newest.echo.height].map((cells) => Math.ceil(cells / thinning));
  const [a11, a12, a22, b1, b2] = Array.from({ length: 5 }, () => emptyPlane(across, down));
  const [u, v] = [motion.u, motion.v].map((plane) => spreadOver(plane, newest.echo, motion.factor / factor));
  const tilesOf = echoTiles({ u, v, factor }, newest);
  for (const frame of earlier)
    addEquations({ a11, a12, a22, b1, b2 }, thinning, { u, v, factor }, newest, frame, tilesOf(frame));

  const own = a11.values.map((weight, i) => weight + a22.values[i]);
  for (const plane of [a11, a12, a22, b1, b2]) blur(plane, sigma / thinning);
  const baseline = earlier.reduce((sum, { minutes }) => sum - minutes, 0);
  const floor = stiffness * (usualBaseline / baseline) ** 2 * usualWeight(own, a11, a22) + 1e-12;
  const size = { width: a11.width, height: a11.height };
  const ratio = motion.factor / (factor * thinning);
  const result = {
    u: { ...size, values: spreadOver(motion.u, size, ratio).values.slice() },
    v: { ...size, values: spreadOver(motion.v, size, ratio).values.slice() },
    factor: factor * thinning,
  };
  for (let i = 0; i < own.length; i++) {
    const [xx, xy, yy] = [a11.values[i] + floor, a12.values[i], a22.values[i] + floor];
    const cells = factor / (xx * yy - xy * xy);
    result.u.values[i] += (yy * b1.values[i] - xy * b2.values[i]) * cells;
    result.v.values[i] += (xx * b2.values[i] - xy * b1.values[i]) * cells;
  }
  for (const plane of [result.u, result.v]) blurInside(plane, sigma / thinning / 2);
  return result;
}

/** The weight of the windows around echoes: their mean, by the weight of the cell in the middle. */
function usualWeight(own: Float32Array, a11: Plane, a22: Plane): number {
  let [sum, weights] = [0, 0];
  for (let i = 0; i < own.length; i++) {
    sum += (own[i] * (a11.values[i] + a22.values[i])) / 2;
    weights += own[i];
  }
  return weights > 0 ? sum / weights : 0;
}

/** Share of a cell that must have been observed. */
const observed = 0.9;

/**
 * Adds the equations of one earlier frame: moved by the motion, it should be the newest.
 *
 * @param thinning cells of the frames in one of the equations, along each side
 * @param motion   on the grid of the frames
 */
function addEquations(
  { a11, a12, a22, b1, b2 }: Equations,
  thinning: number,
  { u, v, factor }: Motion,
  { echo, known }: EchoFrame,
  earlier: EchoFrame,
  { busy, around }: EchoTiles,
): void {
  const { width, height, values } = echo;
  const minutes = -earlier.minutes;
  const moved = new Float32Array(values.length);
  const isUsed = new Uint8Array(values.length);
  const origin: [known: number, echo: number] = [0, 0];
  for (const { left, right, top, bottom } of around) {
    for (let row = top; row < bottom; row++) {
      for (let column = left, i = row * width + left; column < right; column++, i++) {
        if (known.values[i] < observed) continue;
        const x = column - (u.values[i] * minutes) / factor;
        const y = row - (v.values[i] * minutes) / factor;
        if (x < 0 || y < 0 || x > width - 1 || y > height - 1) continue;
        valuesAt(earlier.known, earlier.echo, x, y, origin);
        if (origin[0] < observed) continue;
        moved[i] = origin[1];
        isUsed[i] = 1;
      }
    }
  }
  for (const { left, right, top, bottom } of busy) {
    for (let row = Math.max(top, 1); row < Math.min(bottom, height - 1); row++) {
      const first = Math.max(left, 1);
      const end = row * width + Math.min(right, width - 1);
      const start = Math.floor(row / thinning) * a11.width;
      for (let i = row * width + first, column = first; i < end; i++, column++) {
        const dx = (moved[i + 1] - moved[i - 1] + values[i + 1] - values[i - 1]) / 4;
        const dy = (moved[i + width] - moved[i - width] + values[i + width] - values[i - width]) / 4;
        if (dx === 0 && dy === 0) continue;
        if (isUsed[i] + isUsed[i - 1] + isUsed[i + 1] + isUsed[i - width] + isUsed[i + width] < 5) continue;
        const difference = Math.min(Math.max(values[i] - moved[i], -mostDifference), mostDifference);
        // The error of a frame grows with its age, so its square, which the equations of minutes² have, counts by minutes.
        const at = start + Math.floor(column / thinning);
        a11.values[at] += minutes * dx * dx;
        a12.values[at] += minutes * dx * dy;
        a22.values[at] += minutes * dy * dy;
        b1.values[at] -= dx * difference;
        b2.values[at] -= dy * difference;
      }
    }
  }
}
