/** Strengths of a radar echo, from weak to strong. */
export type Echo = 'weak' | 'light' | 'moderate' | 'heavy' | 'veryHeavy';

/**
 * Lower bounds of the strengths in dBZ. Rain is moderate from 2.6 mm/h and heavy from 7.6 mm/h (AMS Glossary of
 * Meteorology), which is 30 and 37 dBZ by Z = 300 R^1.4; from 53 dBZ the WSR-88D takes an echo for hail (Fulton et al.
 * 1998, Wea. Forecasting 13, 377).
 */
const bounds: [Echo, dbz: number][] = [
  ['veryHeavy', 53],
  ['heavy', 37],
  ['moderate', 30],
  ['light', 20],
];

/** The strength of an echo. */
export function echoOf(dbz: number): Echo {
  return bounds.find(([, from]) => dbz >= from)?.[0] ?? 'weak';
}
