import type { Section } from '../section.ts';
import type { Scaling } from '../scaling.ts';
import type { Codes } from '../codes.ts';

/**
 * How values were packed. `open` reads section 5, holds its numbers against the bytes that are there and allocates
 * nothing that depends on them; the functions of what it returns do the work.
 *
 * @param section5 packing parameters
 * @param payload  section 7 from octet 6
 * @param count    values present, which a bitmap may make fewer than the points of the grid
 * @throws {Grib2Error} `truncated`, `damaged` or `unsupported`
 */
export interface Packing {
  open(section5: Section, payload: Uint8Array, count: number): Packed;
}

export type Packed = PackedCodes | PackedConstant | PackedFloats;

/** Whole numbers with a scaling. */
export interface PackedCodes {
  kind: 'codes';
  scaling: Scaling;
  /** `count` codes in stored order. */
  codes(): Codes;
}

/** The same value everywhere; there is no payload. */
export interface PackedConstant {
  kind: 'constant';
  value: number;
}

/** Floating point numbers as they are. */
export interface PackedFloats {
  kind: 'floats';
  floats(): Float32Array | Float64Array;
}
