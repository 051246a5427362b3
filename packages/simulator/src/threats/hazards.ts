import type { SquallLine, StormCell } from '../model/cell.ts';
import { bell } from '../model/curves.ts';
import { hailSize } from '../radar/patch.ts';

/** What a storm does to the ground at one moment. */
export interface Hazards {
  /** The largest stones, inches. */
  hailIn: number;
  /** The strongest gusts, miles an hour. */
  gustMph: number;
  /** Shear of the mesocyclone, 0.001/s. */
  rotation: number;
}

/** Rotation from which a tornado is on the ground: the radars show its debris. */
export const tornadic = 13;

const mmOfInch = 25.4;

/** What the outflow of a cell at its height blows, miles an hour. */
const outflow: Record<StormCell['kind'], number> = {
  supercell: 66,
  'left-mover': 60,
  ordinary: 52,
  'line-element': 60,
};

/** The hazards of a cell, by the same hail as the mosaics show. */
export function hazardsOf({ kind, peakDbz, topKm, intensity, rotation }: StormCell): Hazards {
  return {
    hailIn: hailSize(peakDbz, topKm) / mmOfInch,
    gustMph: 25 + (outflow[kind] - 25) * intensity,
    rotation,
  };
}

/**
 * The gusts behind the leading edge of a line, miles an hour.
 *
 * @param s kilometres along the line from its middle
 */
export function lineGust({ intensity, lengthKm }: SquallLine, s: number): number {
  return 30 + 44 * intensity * bell(s / lengthKm, 0.75);
}
