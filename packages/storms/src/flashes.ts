import type { Point } from '@severe/geo';
import { offsetKm } from './motion.ts';

/** A lightning flash. */
export interface StormFlash extends Point {
  /** Milliseconds since 1970. */
  at: number;
}

/** Flashes of one cell. */
export interface FlashCounts {
  /** In the five minutes before the frame. */
  fiveMinutes: number;
  /** Flashes a minute, over the last two minutes. */
  perMinute: number;
}

/** A flash belongs to the nearest cell, up to this far outside a circle of its area: positions err by up to 10 km. */
const farthestKm = 8;

/** Span of `FlashCounts.fiveMinutes`; the caller gives flashes of this span. */
export const flashSpanMs = 5 * 60_000;
const rateMs = 2 * 60_000;

/**
 * Assigns flashes to cells and counts them.
 *
 * @param end end of the span: milliseconds since 1970
 * @returns counts by index of the cell
 */
export function countFlashes(
  cells: (Point & { areaKm2: number })[],
  flashes: StormFlash[],
  end: number,
): FlashCounts[] {
  const counts = cells.map(() => ({ fiveMinutes: 0, perMinute: 0 }));
  const radii = cells.map(({ areaKm2 }) => Math.sqrt(areaKm2 / Math.PI));
  const reach = Math.max(0, ...radii) + farthestKm;
  for (const flash of flashes) {
    if (flash.at <= end - flashSpanMs || flash.at > end) continue;
    let [nearest, outsideKm] = [-1, farthestKm];
    for (let i = 0; i < cells.length; i++) {
      if (Math.abs(cells[i].lat - flash.lat) * 111 > reach) continue;
      const { eastKm, northKm } = offsetKm(cells[i], flash);
      const outside = Math.hypot(eastKm, northKm) - radii[i];
      if (outside < outsideKm) [nearest, outsideKm] = [i, outside];
    }
    if (nearest < 0) continue;
    counts[nearest].fiveMinutes++;
    if (flash.at > end - rateMs) counts[nearest].perMinute += 60_000 / rateMs;
  }
  return counts;
}

/** The flash rates of a track, oldest first: time in milliseconds since 1970, flashes a minute. */
export type FlashRates = [at: number, perMinute: number][];

/** Changes of the rate that the newest one is compared with: ten minutes of frames every two minutes. */
const changesCompared = 5;

/** Changes that vary less are noise of counting, flashes/min². */
const leastDeviation = 0.5;

/** Rates older than this are not compared. */
export const ratesKeptMs = 16 * 60_000;

/**
 * The newest change of a flash rate in standard deviations of the changes before: the sigma level of the lightning jump
 * algorithm (Schultz, Petersen and Carey, 2009). A jump is a level of 2 at ten flashes a minute or more.
 *
 * @returns null with less than ten minutes of history
 */
export function flashJump(rates: FlashRates): number | null {
  const changes = rates.slice(1).map(([at, rate], i) => (rate - rates[i][1]) / ((at - rates[i][0]) / 60_000));
  if (changes.length <= changesCompared) return null;
  const before = changes.slice(-changesCompared - 1, -1);
  const mean = before.reduce((sum, change) => sum + change, 0) / before.length;
  const variance = before.reduce((sum, change) => sum + (change - mean) ** 2, 0) / before.length;
  return changes[changes.length - 1] / Math.max(leastDeviation, Math.sqrt(variance));
}
