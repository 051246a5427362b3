/**
 * The values of codes: `values[code]` in the product's units, NaN if the code is not a measurement (below threshold,
 * range folded, no data). Codes beyond the table are not measurements.
 */
export interface Levels {
  values: Float64Array;
}

/** Builds the levels of a product from its thresholds. */
export type LevelsOf = (thresholds: Uint16Array) => Levels;

/** A table in which every code is missing. */
export function emptyLevels(codes = 256): Float64Array {
  return new Float64Array(codes).fill(NaN);
}

/** A halfword as a signed integer. */
export function signed(halfword: number): number {
  return (halfword << 16) >> 16;
}
