import { noteUnknownWord } from '../../parse/unknown-words.ts';
import { knotsPerMph } from '../../parse/units.ts';
import type { ReportType } from './row.ts';

/** Factors to the unit in which a size is served: hail in inches, wind in mph. */
const factors: Partial<Record<ReportType, [unit: RegExp, factor: number][]>> = {
  hail: [[/^in(?:ch(?:es)?)?\.?$/i, 1]],
  wind: [
    [/^mph$/i, 1],
    [/^(?:kts?|knots?)$/i, 1 / knotsPerMph],
  ],
};

/** A size in its usual unit, whole where it was converted; null for reports without a size, and in an unknown unit, which is counted. */
export function sizeOf(type: ReportType, size: number | null, unit: string | undefined): number | null {
  const units = factors[type];
  if (size === null || unit === undefined || !units) return null;
  const factor = units.find(([pattern]) => pattern.test(unit))?.[1];
  if (factor === undefined) {
    noteUnknownWord(`unit of ${type}`, unit);
    return null;
  }
  return factor === 1 ? size : Math.round(size * factor);
}
