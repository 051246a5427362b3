import type { Section } from '../section.ts';
import type { Scaling } from '../scaling.ts';
import type { Codes } from '../codes.ts';

/**
 * A packing. `open` reads section 5, checks its numbers against the payload and allocates nothing whose size depends on
 * them; the functions of its result decode.
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

/** Integers with a scaling. */
interface PackedCodes {
  kind: 'codes';
  scaling: Scaling;
  /** `count` codes in stored order. */
  codes(): Codes;
}

/** The same value at all points, without a payload. */
interface PackedConstant {
  kind: 'constant';
  value: number;
}

/** Floating-point numbers. */
interface PackedFloats {
  kind: 'floats';
  floats(): Float32Array | Float64Array;
}
