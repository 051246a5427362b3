import { BitWriter } from '../bits.ts';
import type { Codes } from '../quantize.ts';
import { bitsFor, dataSection, representationSection, type PackedSections } from './sections.ts';

/** Template 5.0: every value in the same number of bits; 0 bits if all values are equal. */
export function packSimple(input: Codes, bits = bitsFor(input.codes)): PackedSections {
  const { codes } = input;
  if (bits < bitsFor(codes)) throw new RangeError(`codes need ${bitsFor(codes)} bits, not ${bits}`);
  const writer = new BitWriter(codes.length * bits);
  if (bits > 0) for (let i = 0; i < codes.length; i++) writer.write(codes[i], bits);
  return [representationSection(0, 21, input, bits).bytes, dataSection(writer.finish())];
}
