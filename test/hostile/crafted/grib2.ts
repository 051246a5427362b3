import { sectionAt } from '@severe/grib2/testing';
import { ccsds, constant, jpeg, png, runLength, simple, spatial, underBitmap } from '@severe/grib2/testing/seeds';
import { all, most, put, sign, type Crafted } from '@severe/testing/hostile/put';

type Change = [section: number, octet: number, octets: number, value: number];

/** Octets of sections, counted from 1 as in the manual, changed in a message. */
function changed(message: Uint8Array, ...changes: Change[]): Uint8Array {
  return changes.reduce((bytes, [section, octet, octets, value]) => {
    return put(bytes, sectionAt(message, section) + octet - 1, value, octets);
  }, message);
}

/** Another size of the grid, without steps in degrees, so that no other number contradicts it. */
function sized(message: Uint8Array, width: number, height: number): Uint8Array {
  const steps: Change[] = message === spatial ? [] : [[3, 64, 4, all], [3, 68, 4, all]]; // prettier-ignore
  const points = width * height;
  return changed(message, [3, 7, 4, points], [3, 31, 4, width], [3, 35, 4, height], [5, 6, 4, points], ...steps);
}

const lengths: Crafted = Object.fromEntries(
  [1, 3, 4, 5, 6, 7].flatMap((section) =>
    [0, 1, 4, most, sign, all].map((value): [string, () => Uint8Array] => [
      `section ${section} of ${value} octets`,
      () => changed(simple, [section, 1, 4, value]),
    ]),
  ),
);

const huge: [what: string, message: Uint8Array, width: number, height: number][] = [
  ['simple packing', simple, 0xffff, 0xffff],
  ['a constant', constant, 0xffff, 0xffff],
  ['a constant just below what is read', constant, 10_900, 11_000],
  ['a constant in one row', constant, 119_000_000, 1],
  ['a constant in one column', constant, 1, 119_000_000],
  ['no points', constant, 0, 30],
  ['no rows', constant, 40, 0],
  ['spatial differences', spatial, 20_000, 5000],
  ['PNG', png, 10_000, 10_000],
  ['JPEG 2000', jpeg, 5000, 5000],
  ['CCSDS', ccsds, 10_000, 10_000],
  ['run lengths', runLength, 10_000, 10_000],
  ['a bitmap', underBitmap, 7000, 7000],
];

const grids: Crafted = Object.fromEntries(
  huge.map(([what, message, width, height]) => [
    `${width} × ${height} points in ${what}`,
    () => sized(message, width, height),
  ]),
);

const numbers: Record<string, [message: Uint8Array, ...changes: Change[]]> = {
  '2^31 groups': [spatial, [5, 32, 4, sign]],
  '2^32 - 1 groups': [spatial, [5, 32, 4, all]],
  'no groups': [spatial, [5, 32, 4, 0]],
  'as many groups as points': [spatial, [5, 32, 4, 1200]],
  'group references of 255 bits': [spatial, [5, 20, 1, 255]],
  'group widths of 255 bits': [spatial, [5, 37, 1, 255]],
  'a group width of 255 and more': [spatial, [5, 36, 1, 255]],
  'a group length of 2^32 - 1': [spatial, [5, 38, 4, all]],
  'a last group of 2^31 values': [spatial, [5, 43, 4, sign]],
  'group lengths of 255 bits': [spatial, [5, 47, 1, 255]],
  'differences of order 255': [spatial, [5, 48, 1, 255]],
  'differences with descriptors of 255 octets': [spatial, [5, 49, 1, 255]],
  'differences with descriptors of no octets': [spatial, [5, 49, 1, 0]],
  'missing values managed in way 255': [spatial, [5, 23, 1, 255]],
  '255 bits a value': [simple, [5, 20, 1, 255]],
  '33 bits a value': [simple, [5, 20, 1, 33]],
  'a binary scale of -32767': [simple, [5, 16, 2, 0xffff]],
  'a decimal scale of 32767': [simple, [5, 18, 2, 0x7fff]],
  'a reference that is no number': [simple, [5, 12, 4, 0x7fc00000]],
  'packing 5.65535': [simple, [5, 10, 2, 0xffff]],
  'grid 3.65535': [simple, [3, 13, 2, 0xffff]],
  'product 4.65535': [simple, [4, 8, 2, 0xffff]],
  '65535 coordinates after the product': [simple, [4, 6, 2, 0xffff]],
  'scanning of all kinds at once': [simple, [3, 72, 1, 0xff]],
  'increments of nothing': [simple, [3, 64, 4, 0], [3, 68, 4, 0]],
  'a latitude of 2000 degrees': [simple, [3, 47, 4, 2_000_000_000]],
  'a list of points a row': [simple, [3, 11, 1, 8]],
  'an earth of no size': [simple, [3, 15, 1, 1], [3, 17, 4, 0]],
  'a Lambert cone of no angle': [spatial, [3, 66, 4, 0], [3, 70, 4, 0]],
  'a Lambert cone with its tip at both poles': [spatial, [3, 66, 4, 90_000_000], [3, 70, 4, 0x80000000 + 90_000_000]],
  'a bitmap of an earlier message that is not there': [underBitmap, [6, 6, 1, 254]],
  'a bitmap that is defined elsewhere': [underBitmap, [6, 6, 1, 1]],
  'fewer values than the bitmap has points': [underBitmap, [5, 6, 4, 1]],
  'blocks of 255 samples in CCSDS': [ccsds, [5, 23, 1, 255]],
  'blocks of no samples in CCSDS': [ccsds, [5, 23, 1, 0]],
  'a reference interval of nothing in CCSDS': [ccsds, [5, 24, 2, 0]],
  'samples of 255 bits in CCSDS': [ccsds, [5, 20, 1, 255]],
  'levels up to 65535 in run lengths': [runLength, [5, 13, 2, 0xffff]],
  'no levels in run lengths': [runLength, [5, 13, 2, 0], [5, 15, 2, 0]],
  'runs of words of 1 bit': [runLength, [5, 12, 1, 1]],
  'an image in which nothing is right': [png, [7, 6, 4, 0]],
  'a PNG of 2^31 columns': [png, [7, 22, 4, sign]],
  'a PNG of 2^32 - 1 rows': [png, [7, 26, 4, all]],
  'a PNG with a first part of 2^31 octets': [png, [7, 14, 4, sign]],
  'a JPEG 2000 of 2^32 - 1 columns': [jpeg, [7, 14, 4, all]],
  'a JPEG 2000 with tiles of one sample': [jpeg, [7, 30, 4, 1], [7, 34, 4, 1]],
  'a JPEG 2000 with tiles of no samples': [jpeg, [7, 30, 4, 0]],
  'a JPEG 2000 of 16384 components': [jpeg, [7, 46, 2, 16384]],
};

/** Messages that break the manual in one place each. */
export const craftedGrib2: Crafted = {
  ...lengths,
  ...grids,
  ...Object.fromEntries(
    Object.entries(numbers).map(([what, [message, ...changes]]) => [what, () => changed(message, ...changes)]),
  ),
  'a message of no octets': () => put(simple, 8, 0, 8),
  'a message of no octets behind the end of another': () => Buffer.concat([simple, put(simple, 8, 0, 8)]),
  'a message of 2^53 octets': () => put(simple, 8, 2 ** 53, 8),
  'a message of 2^64 - 1 octets': () => put(simple, 8, -1, 8),
  'a message without an end': () => simple.subarray(0, simple.length - 4),
  'twenty thousand beginnings of messages': () =>
    Buffer.from('GRIB\0\0\0\x02\0\0\0\0\0\0\0\xff'.repeat(20_000), 'latin1'),
  'a thousand constants just below what is read': () =>
    Buffer.concat(Array<Uint8Array>(1000).fill(sized(constant, 10_900, 11_000))),
};
