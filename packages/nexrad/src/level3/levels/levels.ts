/**
 * What codes stand for: `values[code]` in the product's units, NaN where a code is no measurement (below threshold, range
 * folded, no data). Codes beyond the table are none either.
 */
export interface Levels {
  values: Float64Array;
}

/** How a product's thresholds make levels of its codes. */
export type LevelsOf = (thresholds: Uint16Array) => Levels;

/** A table of which every code is missing until it is set. */
export function emptyLevels(codes = 256): Float64Array {
  return new Float64Array(codes).fill(NaN);
}

/** A halfword as a signed number. */
export function signed(halfword: number): number {
  return (halfword << 16) >> 16;
}
