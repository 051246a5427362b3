import { borrow, handOver, integrate as integrateAll, unpackGroups, type Workspace } from '@severe/kernels';
import { Grib2Error } from '../error.ts';
import { Scaling } from '../scaling.ts';
import type { Section } from '../section.ts';
import { missingValue, type Codes } from '../codes.ts';
import { readOctets } from './bits.ts';
import { groupHeadOctets, markMissing, readGroupHeader, readGroups, type GroupHeader } from './groups.ts';
import type { Packed, Packing } from './packing.ts';

/**
 * Complex packing: groups of values, each with its width and reference.
 *
 * @see WMO-No. 306, Manual on Codes, Volume I.2, templates 5.2 and 7.2
 */
export const complex: Packing = {
  open: (section5, payload, count) => openGroups(section5, payload, count, { order: 0, octets: 0 }),
};

/**
 * Complex packing of first or second differences. ecCodes also writes order 0, which is reserved, for no differences.
 *
 * @see WMO-No. 306, Manual on Codes, Volume I.2, templates 5.3 and 7.3
 */
export const spatial: Packing = {
  open(section5, payload, count) {
    const differencing = { order: section5.u8(48), octets: section5.u8(49) };
    if (differencing.order > 2) {
      throw new Grib2Error('unsupported', `spatial differencing of order ${differencing.order} is not known`);
    }
    if (differencing.octets > 4) {
      throw new Grib2Error('unsupported', `descriptors of ${differencing.octets} octets, at most 4 are read`);
    }
    return openGroups(section5, payload, count, differencing);
  },
};

/** Order 0 is no differencing. The first `order` values and the smallest difference precede the groups. */
interface Differencing {
  order: number;
  octets: number;
}

function openGroups(section5: Section, payload: Uint8Array, count: number, differencing: Differencing): Packed {
  const header = readGroupHeader(section5, count, payload);
  const scaling = Scaling.read(section5);
  if (header.count === 0 && header.referenceBits === 0) return { kind: 'constant', value: scaling.offset };

  const extra = differencing.order === 0 ? 0 : (differencing.order + 1) * differencing.octets;
  const needed = extra + groupHeadOctets(header);
  if (payload.length < needed) {
    const found = `section 7 has ${payload.length} bytes of data`;
    throw new Grib2Error('truncated', `${found}, the heads of ${header.count} groups need ${needed}`);
  }
  return { kind: 'codes', scaling, codes: () => unpack(header, payload, count, differencing, extra) };
}

function unpack(
  header: GroupHeader,
  payload: Uint8Array,
  count: number,
  differencing: Differencing,
  extra: number,
): Codes {
  const groups = readGroups(header, payload.subarray(extra), count);
  const space = borrow(4 * count + payload.length);
  const values = unpackGroups(space, groups, count);
  if (header.missing > 0) markMissing(groups, header, values, missingValue);
  if (differencing.order > 0) integrate(space, values, readDescriptors(payload, differencing), header.missing > 0);
  const packed = handOver(space, values);
  return header.missing > 0 ? { packed, missingCode: missingValue } : { packed };
}

interface Descriptors {
  first: number[];
  smallest: number;
}

function readDescriptors(payload: Uint8Array, { order, octets }: Differencing): Descriptors {
  const first = Array.from({ length: order }, (_, i) => readOctets(payload, i * octets, octets));
  const bits = readOctets(payload, order * octets, octets);
  const signBit = 2 ** (octets * 8 - 1);
  return { first, smallest: octets > 0 && bits >= signBit ? signBit - bits : bits };
}

/**
 * Sums differences to values, in place. Sums wrap at 32 bits, which valid data never exceed. `| 0` after every addition
 * keeps the compiler in integer arithmetic; floating point is three times slower.
 */
function integrate(space: Workspace, packed: Int32Array, { first, smallest }: Descriptors, mayMiss: boolean): void {
  if (mayMiss) {
    if (first.length === 1) sumOncePresent(packed, first[0], smallest);
    else sumTwicePresent(packed, first, smallest);
  } else {
    packed.set(first.slice(0, packed.length));
    integrateAll(space, packed, first.length === 1 ? 1 : 2, smallest | 0);
  }
}

function sumOncePresent(packed: Int32Array, first: number, smallest: number): void {
  let last = 0;
  let seen = 0;
  for (let i = 0; i < packed.length; i++) {
    if (packed[i] === missingValue) continue;
    last = seen++ === 0 ? first | 0 : (((last + packed[i]) | 0) + smallest) | 0;
    packed[i] = last;
  }
}

function sumTwicePresent(packed: Int32Array, first: number[], smallest: number): void {
  let last = 0;
  let slope = 0;
  let seen = 0;
  for (let i = 0; i < packed.length; i++) {
    if (packed[i] === missingValue) continue;
    if (seen >= 2) slope = (((slope + packed[i]) | 0) + smallest) | 0;
    else if (seen === 1) slope = (first[1] - first[0]) | 0;
    last = seen++ === 0 ? first[0] | 0 : (last + slope) | 0;
    packed[i] = last;
  }
}
