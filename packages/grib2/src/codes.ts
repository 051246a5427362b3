/** The code of a missing value. It is below all codes of up to 31 bits; with codes of 32 bits another may replace it. */
export const missingValue = -(2 ** 31);

/** Integers as packed, one per point of the grid, in stored order. */
export interface Codes {
  packed: Uint16Array | Int32Array;
  /** The code of missing points, if there may be any. */
  missingCode?: number;
}
