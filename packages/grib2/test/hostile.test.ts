import { DataError } from '@severe/base';
import { Grib2Error, isField, readFields } from '@severe/grib2';
import { hrrrGrid } from '@severe/grib2/write';
import { expect } from 'chai';
import { identificationSection } from '../src/write/identification.ts';
import { fieldSections } from '../src/write/index.ts';
import { assembleMessage } from '../src/write/message.ts';
import { Octets } from '../src/write/octets.ts';
import { dataSection } from '../src/write/packing/sections.ts';
import { inputOf, messageOf, nearest, positionOf, randomFrom, smallGrid } from './support.ts';

const grid = { ...smallGrid, width: 40, height: 30, stepLon: 0.5, stepLat: 0.5 };
const lambert = { ...hrrrGrid, width: 40, height: 30 };
const random = randomFrom(99);
const codes = Uint16Array.from({ length: 1200 }, (_, i) => (i < 300 ? 0 : 500 + i + Math.floor(random() * 90)));
const present = Array.from({ length: 1200 }, (_, i) => i % 4 > 0);

/** A message of those 1200 points in a packing that is not written here, with bytes as they come for its data. */
function packedBy(section5: Octets, head: Uint8Array): Uint8Array {
  const input = inputOf({ grid, values: { codes, reference: 0 } });
  const [section3, section4, , section6] = fieldSections(input);
  const payload = Buffer.concat([head, Uint8Array.from({ length: 2000 }, () => Math.floor(random() * 256))]);
  const sections = [section3, section4, section5.u32(6, 1200).bytes, section6, dataSection(payload)];
  return assembleMessage(209, [identificationSection(input.identification), ...sections]);
}

/** 40 × 30 samples of 12 bits in three resolutions and blocks of 16 × 16. */
const jpegHead = Buffer.from(
  'ff4fff5100290000' +
    '000000280000001e0000000000000000000000280000001e0000000000000000' +
    '00010b0101ff52000c00000001000202020001ff5c000a4060686870686870ff90000a0000000000000001ff93',
  'hex',
);
const levels = new Octets(5, 23).u16(10, 200).u8(12, 4).u16(13, 3).u16(15, 3).u16(18, 5).u16(20, 6).u16(22, 7);

const seeds: Uint8Array[] = [
  messageOf({ grid, values: { codes, reference: 0 } }),
  messageOf({ grid: lambert, values: { codes, reference: 0 }, packing: { template: '5.3' } }),
  messageOf({ grid, values: { codes, reference: 0 }, packing: { template: '5.41' } }),
  messageOf({ grid, values: { codes: codes.subarray(0, 900), reference: 0 }, present, packing: { template: '5.3' } }),
  packedBy(new Octets(5, 25).u16(10, 42).u8(20, 12).u8(22, 14).u8(23, 16).u16(24, 5), new Uint8Array(0)),
  packedBy(new Octets(5, 23).u16(10, 40).u8(20, 12), jpegHead),
  packedBy(levels, new Uint8Array(0)),
];

/** Reads all there is to read of a file; anything but a `Grib2Error` is a fault of ours. */
function readAll(bytes: Uint8Array): void {
  try {
    for (const entry of readFields(bytes)) {
      if (!isField(entry) || entry.count > 1e6) continue;
      const values = entry.decode();
      values.statistics();
      nearest(entry.grid, positionOf(entry.grid, entry.count - 1));
    }
  } catch (error) {
    if (!(error instanceof Grib2Error || error instanceof DataError)) throw error;
  }
}

describe('hostile bytes', () => {
  for (const seed of seeds.keys()) {
    it(`are read or refused without another error (mutations of message ${seed})`, () => {
      const next = randomFrom(seed + 1);
      const pick = (below: number): number => Math.floor(next() * below);
      for (let round = 0; round < 500; round++) {
        const bytes = Uint8Array.from(seeds[seed]);
        // mostly the heads of sections, where the numbers are that sizes follow from
        const reach = next() < 0.7 ? 230 : bytes.length;
        for (let change = 0; change <= pick(3); change++) bytes[pick(reach)] = [0, 255, 127, 128, pick(256)][pick(5)];
        readAll(bytes);
        readAll(bytes.subarray(0, pick(bytes.length)));
      }
    });
  }

  it('leave a good file after them as it was', () => {
    const [good] = seeds.map((seed) => readFields(seed)[0]);
    expect(isField(good) && [...good.packed().packed]).to.deep.equal([...codes]);
  });
});
