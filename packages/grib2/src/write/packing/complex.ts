import { BitWriter } from '../bits.ts';
import type { Codes } from '../quantize.ts';
import { splitIntoGroups, lengthStep, type Groups } from './groups.ts';
import { bitsFor, dataSection, representationSection, type PackedSections } from './sections.ts';

/**
 * Template 5.3: second-order differences of the codes, in groups that share a width and a minimum.
 *
 * @throws {RangeError} if a code needs more than 29 bits, since its second difference would need more than 31
 * @see WMO-No. 306, Manual on Codes, Volume I.2, templates 5.3 and 7.3
 */
export function packSpatial(input: Codes): PackedSections {
  const { codes } = input;
  if (bitsFor(codes) > 29) throw new RangeError(`codes need ${bitsFor(codes)} bits, at most 29 can be differenced`);
  const { differences, minimum } = secondDifferences(codes);
  const groups = splitIntoGroups(differences);

  const referenceBits = Math.max(1, bitsFor(groups.references)); // 0 is read by some as "the field is constant"
  const widthBits = bitsFor(groups.widths);
  const lengthBits = bitsFor(groups.scaledLengths);
  // three numbers precede the groups: the first two codes and the minimum, whose sign takes a bit
  const extraOctets = Math.ceil((1 + bitsFor([codes[0] ?? 0, codes[1] ?? 0, Math.abs(minimum)])) / 8);

  const section = representationSection(3, 49, input, referenceBits)
    .u8(22, 1) // general group splitting
    .u8(23, 0) // no missing values among the data
    .u32(24, 0xffffffff)
    .u32(28, 0xffffffff)
    .u32(32, groups.count)
    .u8(36, 0) // widths as they are
    .u8(37, widthBits)
    .u32(38, lengthStep) // a length is lengthStep + scaled length * lengthStep
    .u8(42, lengthStep)
    .u32(43, groups.lastLength)
    .u8(47, lengthBits)
    .u8(48, 2)
    .u8(49, extraOctets);

  const writer = new BitWriter(
    extraOctets * 24 + groups.count * (referenceBits + widthBits + lengthBits) + 24 + groups.payloadBits,
  );
  writer.write(codes[0] ?? 0, extraOctets * 8);
  writer.write(codes[1] ?? 0, extraOctets * 8);
  writer.write(minimum < 0 ? 2 ** (extraOctets * 8 - 1) - minimum : minimum, extraOctets * 8);
  writeAll(writer, groups.references, referenceBits);
  writeAll(writer, groups.widths, widthBits);
  writeAll(writer, groups.scaledLengths, lengthBits);
  writeMembers(writer, differences, groups);
  return [section.bytes, dataSection(writer.finish())];
}

/** `codes[i] - 2 codes[i-1] + codes[i-2]` less the smallest of them; the first two are stored separately and 0 here. */
function secondDifferences(codes: Codes['codes']): { differences: Int32Array; minimum: number } {
  const differences = new Int32Array(codes.length);
  let minimum = codes.length > 2 ? Infinity : 0;
  for (let i = 2; i < codes.length; i++) {
    const difference = codes[i] - 2 * codes[i - 1] + codes[i - 2];
    differences[i] = difference;
    if (difference < minimum) minimum = difference;
  }
  for (let i = 2; i < codes.length; i++) differences[i] -= minimum;
  return { differences, minimum };
}

function writeAll(writer: BitWriter, numbers: Int32Array, width: number): void {
  if (width > 0) for (let i = 0; i < numbers.length; i++) writer.write(numbers[i], width);
  writer.align();
}

function writeMembers(writer: BitWriter, differences: Int32Array, groups: Groups): void {
  let at = 0;
  for (let group = 0; group < groups.count; group++) {
    const width = groups.widths[group];
    const reference = groups.references[group];
    const end = group === groups.count - 1 ? differences.length : at + (groups.scaledLengths[group] + 1) * lengthStep;
    if (width > 0) for (let i = at; i < end; i++) writer.write(differences[i] - reference, width);
    at = end;
  }
}
