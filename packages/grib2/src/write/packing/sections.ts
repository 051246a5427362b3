import { Octets } from '../octets.ts';
import type { Codes } from '../quantize.ts';

/** Sections 5 and 7; section 6 comes between. */
export type PackedSections = [representation: Uint8Array, data: Uint8Array];

/** The first 21 octets of section 5, which all integer packings share. */
export function representationSection(template: number, length: number, input: Codes, bits: number): Octets {
  const { codes, reference, binaryScale = 0, decimalScale = 0 } = input;
  if (Math.fround(reference) !== reference) {
    throw new RangeError(`reference ${reference} is no 32-bit float; the nearest is ${Math.fround(reference)}`);
  }
  return new Octets(5, length)
    .u32(6, codes.length)
    .u16(10, template)
    .f32(12, reference)
    .s16(16, binaryScale)
    .s16(18, decimalScale)
    .u8(20, bits)
    .u8(21, 0); // the original values were floating point
}

/** Section 7. */
export function dataSection(payload: Uint8Array): Uint8Array {
  return new Octets(7, 5 + payload.length).put(6, payload).bytes;
}

/** Bits of the largest code; 0 if all are 0. */
export function bitsFor(codes: ArrayLike<number>): number {
  let all = 0;
  for (let i = 0; i < codes.length; i++) all |= codes[i];
  return 32 - Math.clz32(all);
}
