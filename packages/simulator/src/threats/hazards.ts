import type { SquallLine, StormCell } from '../model/cell.ts';
import { gaussian } from '../model/curves.ts';
import { hailSize } from '../radar/patch.ts';

/** The effects of a storm at the ground at one time. */
export interface Hazards {
  /** Largest hailstones, inches. */
  hailIn: number;
  /** Strongest gusts, mph. */
  gustMph: number;
  /** Shear of the mesocyclone, 0.001/s. */
  rotation: number;
}

/** Rotation from which a tornado is on the ground; radars show its debris. */
export const tornadic = 13;

const mmOfInch = 25.4;

/** Outflow gusts of a cell at full intensity, mph. */
const outflow: Record<StormCell['kind'], number> = {
  supercell: 66,
  'left-mover': 60,
  ordinary: 52,
  'line-element': 60,
};

/** The hazards of a cell, with the same hail as in the mosaics. */
export function hazardsOf({ kind, peakDbz, topKm, intensity, rotation }: StormCell): Hazards {
  return {
    hailIn: hailSize(peakDbz, topKm) / mmOfInch,
    gustMph: 25 + (outflow[kind] - 25) * intensity,
    rotation,
  };
}

/**
 * Gusts behind the leading edge of a line, mph.
 *
 * @param s distance along the line from its middle, km
 */
export function lineGust({ intensity, lengthKm }: SquallLine, s: number): number {
  return 30 + 44 * intensity * gaussian(s / lengthKm, 0.75);
}
