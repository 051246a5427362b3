import { hrrrGrid } from '@severe/grib2/write';
import { identificationSection } from '../../src/write/identification.ts';
import { fieldSections } from '../../src/write/index.ts';
import { assembleMessage } from '../../src/write/message.ts';
import { Octets } from '../../src/write/octets.ts';
import { dataSection } from '../../src/write/packing/sections.ts';
import { inputOf, messageOf, smallGrid } from '../support.ts';
import { Dice } from '@severe/testing/hostile/dice';

const dice = new Dice(99);
const [width, height] = [40, 30];
const points = width * height;
const grid = { ...smallGrid, width, height, stepLon: 0.5, stepLat: 0.5 };
const codes = Uint16Array.from({ length: points }, (_, i) => (i < 300 ? 0 : 500 + i + dice.below(90)));
const values = { codes, reference: 0 };
const present = Array.from({ length: points }, (_, i) => i % 4 > 0);

/** A message of those points in a packing that is not written here. */
function packedBy(section5: Octets, payload: Uint8Array): Uint8Array {
  const input = inputOf({ grid, values });
  const [section3, section4, , section6] = fieldSections(input);
  const sections = [section3, section4, section5.u32(6, points).bytes, section6, dataSection(payload)];
  return assembleMessage(209, [identificationSection(input.identification), ...sections]);
}

/** A message of those points on a grid that is not written here. */
function laidOutBy(section3: Octets): Uint8Array {
  const input = inputOf({ grid, values });
  const [, ...others] = fieldSections(input);
  const ours = section3.u32(7, points).u32(31, width).u32(35, height).bytes;
  return assembleMessage(209, [identificationSection(input.identification), ours, ...others]);
}

/** 40 × 30 samples of 12 bits in three resolutions and blocks of 16 × 16. */
const jpegHead = Buffer.from(
  'ff4fff510029000000000028' +
    '0000001e0000000000000000000000280000001e000000000000000000010b0101' +
    'ff52000c00000001000202020001ff5c000a4060686870686870ff90000a0000000000000001ff93',
  'hex',
);

/** A constant field, which declares its points and brings no data. */
export const constant = messageOf({ grid, values: { codes: new Uint16Array(points), reference: 7 } });

export const simple = messageOf({ grid, values });
export const spatial = messageOf({
  grid: { ...hrrrGrid, width, height },
  values,
  packing: { template: '5.3' },
});
export const png = messageOf({ grid, values, packing: { template: '5.41' } });
export const underBitmap = messageOf({ grid, values: { codes: codes.subarray(0, 900), reference: 0 }, present });
export const ccsds = packedBy(
  new Octets(5, 25).u16(10, 42).u8(20, 12).u8(22, 14).u8(23, 16).u16(24, 5),
  dice.octets(2000), // there is little that noise cannot mean
);
export const jpeg = packedBy(new Octets(5, 23).u16(10, 40).u8(20, 12), Buffer.concat([jpegHead, dice.octets(2000)]));
export const runLength = packedBy(
  new Octets(5, 23).u16(10, 200).u8(12, 4).u16(13, 3).u16(15, 3).u16(18, 5).u16(20, 6).u16(22, 7),
  new Uint8Array(points / 4).fill(0x17), // level 1, four times
);

/** Azimuthal equal-area on a sphere, in cells of four kilometres. */
const onPlane = laidOutBy(
  new Octets(3, 64)
    .u16(13, 140)
    .u8(15, 6)
    .s32(39, 35e6)
    .s32(43, -97e6)
    .s32(47, 36e6)
    .s32(51, -97e6)
    .u32(56, 4e6)
    .u32(60, 4e6),
);

export const grib2Seeds: Record<string, Uint8Array> = {
  'simple packing': simple,
  'spatial differences': spatial,
  'spatial differences under a bitmap': messageOf({
    grid,
    values: { codes: codes.subarray(0, 900), reference: 0 },
    present,
    packing: { template: '5.3' },
  }),
  'simple packing under a bitmap': underBitmap,
  PNG: png,
  'a constant': constant,
  CCSDS: ccsds,
  'JPEG 2000': jpeg,
  'run lengths': runLength,
  'a plane': onPlane,
  'a probability over an interval': messageOf({
    grid,
    values,
    product: {
      category: 1,
      number: 8,
      surface: { type: 1 },
      over: { statistic: 1, endsAt: new Date('2026-05-20T23:18:39Z'), length: { unit: 1, value: 1 } },
      derivation: { kind: 'probability', type: 1, upper: { value: 25.4, decimals: 1 } },
    },
  }),
  'two messages': Buffer.concat([simple, spatial]),
};
