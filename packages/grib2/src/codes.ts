/** The code of a missing value, below all codes of up to 31 bits; where there are codes of 32, another may stand for it. */
export const missingValue = -(2 ** 31);

/** Whole numbers as they were packed, a point of the grid each, in stored order. */
export interface Codes {
  packed: Uint16Array | Int32Array;
  /** Present where points may be missing: the code that says so. */
  missingCode?: number;
}
