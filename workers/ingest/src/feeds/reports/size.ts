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

/** A size in its usual unit, whole where it was converted; null in any other unit, and for reports without a size. */
export function sizeOf(type: ReportType, size: number | null, unit: string | undefined): number | null {
  const factor = factors[type]?.find(([pattern]) => unit !== undefined && pattern.test(unit))?.[1];
  if (size === null || factor === undefined) return null;
  return factor === 1 ? size : Math.round(size * factor);
}
