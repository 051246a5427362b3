import type { SquallLine } from './cell.ts';
import { noise } from './noise.ts';
import { hour } from './plane.ts';

/**
 * How far the leading edge lies ahead of the line's position, along its motion.
 *
 * @param s    kilometres along the line from its middle, positive to the left of its motion
 * @param time milliseconds since 1970; the edge's waves grow and pass along it
 * @returns kilometres, negative behind
 */
export function leadingEdgeKm(line: SquallLine, s: number, time: number): number {
  const u = (2 * s) / line.lengthKm;
  // The apex is a little right of the middle; beyond it the edge falls back like a bow.
  const bow = -line.bowKm * Math.min(2.5, (u + 0.12) ** 2);
  const waves = 9 * noise(s / 38, line.grain, time / hour) + 3 * noise(s / 13, line.grain + 50, (2 * time) / hour);
  return bow + waves;
}
