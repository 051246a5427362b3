import type { GroupLists } from '@severe/kernels';
import { Grib2Error } from '../error.ts';
import { limits } from '../limits.ts';
import type { Section } from '../section.ts';
import { readBits } from './bits.ts';

/** The head of complex packing: octets 20 to 47 of templates 5.2 and 5.3. */
export interface GroupHeader {
  referenceBits: number;
  /** Table 5.5: 0 none, 1 primary, 2 primary and secondary missing values among the data. */
  missing: number;
  count: number;
  widthBase: number;
  widthBits: number;
  lengthBase: number;
  lengthStep: number;
  lastLength: number;
  lengthBits: number;
}

/**
 * @param values  in all groups
 * @param payload of section 7; every group takes at least one bit of it
 * @throws {Grib2Error} if the numbers are impossible for these values and bytes
 */
export function readGroupHeader(section5: Section, values: number, payload: Uint8Array): GroupHeader {
  const header = {
    referenceBits: section5.u8(20),
    missing: section5.u8(23),
    count: section5.u32(32),
    widthBase: section5.u8(36),
    widthBits: section5.u8(37),
    lengthBase: section5.u32(38),
    lengthStep: section5.u8(42),
    lastLength: section5.u32(43),
    lengthBits: section5.u8(47),
  };
  if (header.missing > 2)
    throw new Grib2Error('unsupported', `missing value management ${header.missing} is not known`);
  if (header.count > values || header.count > Math.max(1, payload.length * 8)) {
    const found = `section 5 declares ${header.count} groups`;
    throw new Grib2Error('damaged', `${found}, there are only ${values} values in ${payload.length} bytes`);
  }
  if (header.count > limits.groups) {
    throw new Grib2Error('too-large', `${header.count} groups; at most ${limits.groups} are read`);
  }
  for (const name of ['referenceBits', 'widthBits', 'lengthBits'] as const) {
    if (header[name] > 31) throw new Grib2Error('unsupported', `${name} is ${header[name]}, at most 31 are read`);
  }
  return header;
}

/** Octets of the references, widths and lengths of the groups. */
export function groupHeadOctets({ count, referenceBits, widthBits, lengthBits }: GroupHeader): number {
  return [referenceBits, widthBits, lengthBits].reduce((sum, bits) => sum + Math.ceil((count * bits) / 8), 0);
}

/**
 * Reads the references, widths and lengths of all groups, each list padded to a whole octet.
 *
 * @param payload from the first reference on
 * @param values  that the groups must have in total
 */
export function readGroups(header: GroupHeader, payload: Uint8Array, values: number): GroupLists {
  const { count, referenceBits, widthBits, lengthBits } = header;
  let at = 0;
  const list = (bits: number): Int32Array => {
    const numbers = new Int32Array(count);
    readBits(payload, at, bits, numbers);
    at += Math.ceil((count * bits) / 8);
    return numbers;
  };
  const references = list(referenceBits);
  const widths = list(widthBits);
  const lengths = list(lengthBits);
  completeWidths(widths, header.widthBase);
  completeLengths(lengths, header, values);

  const needed = Math.ceil(payloadBits(widths, lengths) / 8);
  if (payload.length - at < needed) {
    throw new Grib2Error('truncated', `the groups need ${needed} bytes of data, ${payload.length - at} are there`);
  }
  return { references, widths, lengths, data: payload.subarray(at, at + needed) };
}

function completeWidths(widths: Int32Array, base: number): void {
  let widest = 0;
  for (let i = 0; i < widths.length; i++) {
    widths[i] += base;
    if (widths[i] > widest) widest = widths[i];
  }
  if (widest > 31) throw new Grib2Error('damaged', `a group has values of ${widest} bits, at most 31 are read`);
}

function completeLengths(lengths: Int32Array, header: GroupHeader, values: number): void {
  const { lengthBase, lengthStep, lastLength } = header;
  const last = lengths.length - 1;
  let sum = last < 0 ? 0 : lastLength; // floating point, since sizes may have any value
  for (let i = 0; i < last; i++) {
    const length = lengthBase + lengths[i] * lengthStep;
    lengths[i] = length;
    sum += length;
  }
  if (last >= 0) lengths[last] = lastLength;
  if (sum !== values) throw new Grib2Error('damaged', `the groups hold ${sum} values, ${values} are needed`);
}

function payloadBits(widths: Int32Array, lengths: Int32Array): number {
  let bits = 0;
  for (let i = 0; i < widths.length; i++) bits += widths[i] * lengths[i];
  return bits;
}

/**
 * Replaces missing values by `code`. A value is missing if its bits are all set or, with secondary missing values, all
 * but the lowest. In a group of width 0 the reference decides for all values.
 */
export function markMissing(groups: GroupLists, header: GroupHeader, into: Int32Array, code: number): void {
  const { references, widths, lengths } = groups;
  const kinds = header.missing;
  let next = 0;
  for (let group = 0; group < references.length; group++) {
    const width = widths[group];
    const end = next + lengths[group];
    const reference = width === 0 ? 0 : references[group];
    const least = 2 ** (width === 0 ? header.referenceBits : width) - kinds + reference;
    for (; next < end; next++) if (into[next] >= least) into[next] = code;
  }
}
