import { coarserGrids } from './coarser-grids.ts';
import { correctedMotion } from './correction.ts';
import type { EchoFrame } from './echo.ts';
import { emptyPlane, type Motion } from './plane.ts';

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
  const factors = factorsOf(sideKm, cellKm);
  const { grids, release } = coarserGrids([newest, ...earlier], factors);
  for (const [level, factor] of factors.entries()) {
    const windows = level === 0 ? windowsKm.coarsest : windowsKm.finer;
    const sigmas = windows.map((km) => Math.min(km, mostOfSide * sideKm) / (factor * cellKm));
    motion = correctedMotion(motion, grids[level], { factor, sigmas });
  }
  release();
  return motion;
}

/** Cells of the frames in one of each grid, from coarse to fine. */
function factorsOf(sideKm: number, cellKm: number): number[] {
  const wanted = gridsKm.filter((km) => sideKm / km >= fewestCells).map((km) => Math.max(1, Math.round(km / cellKm)));
  return wanted.length > 0 ? [...new Set(wanted)] : [1];
}
