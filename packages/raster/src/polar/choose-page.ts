import type { MomentName } from '@severe/nexrad';
import type { Page } from './volume-file.ts';

/** Sweeps whose ranges differ by less than this ratio are equivalent. */
const sameReach = 0.9;

/**
 * The page of a moment at a tilt: the cut that has the moment and is nearest to the tilt. A cut may be scanned more than
 * once: as a split cut, with a long-range surveillance and a Doppler sweep, and again within the volume (SAILS). Complete
 * sweeps take precedence, then those of long range, then those of fine resolution, then the latest.
 *
 * @returns undefined if the volume has no such moment
 */
export function choosePage(pages: readonly Page[], moment: MomentName, tiltDeg: number): Page | undefined {
  const having = pages.filter((page) => page.moment === moment);
  const away = ({ cutDeg }: Page) => Math.abs(cutDeg - tiltDeg);
  const least = Math.min(...having.map(away));
  const nearest = having.filter((page) => away(page) === least);
  const { cutDeg } = nearest[0] ?? {};
  let chosen = nearest.filter((page) => page.cutDeg === cutDeg); // half-way between two cuts: the first
  if (chosen.some(({ isComplete }) => isComplete)) chosen = chosen.filter(({ isComplete }) => isComplete);
  const furthest = Math.max(...chosen.map(reachOf));
  chosen = chosen.filter((page) => reachOf(page) >= sameReach * furthest);
  const finest = Math.min(...chosen.map(({ azimuthStepDeg }) => azimuthStepDeg));
  return chosen.findLast(({ azimuthStepDeg }) => azimuthStepDeg === finest);
}

/** The cuts of a volume, ascending, each once. */
export function tiltsOf(pages: readonly Page[]): number[] {
  return [...new Set(pages.map(({ cutDeg }) => cutDeg))].sort((a, b) => a - b);
}

const reachOf = ({ firstGateM, gates, gateM }: Page) => firstGateM + gates * gateM;
