import type { MomentName } from '@severe/nexrad';
import type { Page } from './volume-file.ts';

/** Sweeps whose ranges differ by less are of the same kind. */
const sameReach = 0.9;

/**
 * The page that shows a moment at a tilt: of the cuts that have the moment the one nearest to it. A cut may be scanned
 * more than once: in two halves, of which the one with the long pulses sees further and the other one measures wind,
 * and again in the middle of the volume (SAILS). Whole sweeps go first, then those that reach far, then fine ones, then
 * the latest.
 *
 * @returns undefined where the volume has no such moment
 */
export function choosePage(pages: readonly Page[], moment: MomentName, tiltDeg: number): Page | undefined {
  const having = pages.filter((page) => page.moment === moment);
  const away = ({ cutDeg }: Page) => Math.abs(cutDeg - tiltDeg);
  const least = Math.min(...having.map(away));
  const nearest = having.filter((page) => away(page) === least);
  const { cutDeg } = nearest[0] ?? {};
  let chosen = nearest.filter((page) => page.cutDeg === cutDeg); // half-way between two cuts: the one that came first
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
