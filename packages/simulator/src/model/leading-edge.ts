import type { SquallLine } from './cell.ts';
import { noise } from './noise.ts';
import { hourMs } from './plane.ts';

/**
 * Distance of the leading edge ahead of the line's position, along its motion.
 *
 * @param s    distance along the line from its middle, km, positive to the left of its motion
 * @param time milliseconds since 1970; the waves of the edge grow and move along it
 * @returns kilometres, negative behind
 */
export function leadingEdgeKm(line: SquallLine, s: number, time: number): number {
  const u = (2 * s) / line.lengthKm;
  // The apex is slightly right of the middle; away from it the edge falls back like a bow.
  const bow = -line.bowKm * Math.min(2.5, (u + 0.12) ** 2);
  const waves =
    9 * noise(s / 38, line.textureSeed, time / hourMs) + 3 * noise(s / 13, line.textureSeed + 50, (2 * time) / hourMs);
  return bow + waves;
}
