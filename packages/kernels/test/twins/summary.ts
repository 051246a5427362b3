import type { Summary } from '../../src/index.ts';

/** Minimum, maximum and sum of the codes that are not left out. */
export function summarise(codes: Uint16Array, left: number[]): Summary {
  const kept = [...codes].filter((code) => !left.includes(code));
  return {
    min: kept.reduce((a, b) => Math.min(a, b), 0xffff),
    max: kept.reduce((a, b) => Math.max(a, b), 0),
    sum: kept.reduce((a, b) => a + b, 0),
    present: kept.length,
  };
}
