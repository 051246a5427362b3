import { readFileSync, writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect } from 'chai';
import { toolOutput } from '@severe/testing/tools';
import { decodeBlocks, type Coding } from '../../src/packing/aec/blocks.ts';
import { undoDifferences } from '../../src/packing/aec/preprocessor.ts';
import { BitWriter } from '../../src/write/bits.ts';
import { identificationSection } from '../../src/write/identification.ts';
import { fieldSections } from '../../src/write/index.ts';
import { assembleMessage } from '../../src/write/message.ts';
import { Octets } from '../../src/write/octets.ts';
import { dataSection } from '../../src/write/packing/sections.ts';
import { inputOf, messageOf, onlyField, patched, randomFrom, refusalOf, smallGrid } from '../support.ts';

const plain: Coding = { bits: 8, blockSize: 8, interval: 2, preprocessed: false, restricted: false, padded: false };

/** Ones and zeros, spaces between them do not count, as bytes. */
function bytesOf(...text: string[]): Uint8Array {
  const bits = text.join('').replaceAll(' ', '');
  const writer = new BitWriter(bits.length);
  for (const bit of bits) writer.write(Number(bit), 1);
  return writer.finish();
}

const decoded = (coding: Partial<Coding>, count: number, ...text: string[]): number[] => {
  const into = new Int32Array(count);
  decodeBlocks(bytesOf(...text), { ...plain, ...coding }, into);
  return [...into];
};

const unary = (value: number): string => '0'.repeat(value) + '1';
const binary = (value: number, width: number): string => value.toString(2).padStart(width, '0');

describe('packing/aec: blocks', () => {
  it('of the fundamental sequence', () => {
    const samples = [0, 1, 2, 3, 0, 0, 40, 1];
    expect(decoded({}, 8, '001', ...samples.map(unary))).to.deep.equal(samples);
  });

  it('of split samples: first the high bits of all', () => {
    const samples = [5, 0, 255, 17, 8, 9, 2, 100];
    const high = samples.map((sample) => unary(sample >> 3));
    const low = samples.map((sample) => binary(sample & 7, 3));
    expect(decoded({}, 8, '100', ...high, ...low)).to.deep.equal(samples);
  });

  it('without compression', () => {
    const samples = [5, 0, 255, 17, 8, 9, 2, 100];
    expect(decoded({}, 8, '111', ...samples.map((sample) => binary(sample, 8)))).to.deep.equal(samples);
  });

  it('of the second extension: pairs in a triangle', () => {
    const pairs = [0, 1, 2, 4].map(unary); // (0,0) (1,0) (0,1) (1,1)
    expect(decoded({}, 8, '0001', ...pairs)).to.deep.equal([0, 0, 1, 0, 0, 1, 1, 1]);
    expect(() => decoded({}, 8, '0001', unary(91), '111')).to.throw('a pair of samples is coded as 91, at most 90');
  });

  it('of zeros, in runs and up to the end of a segment', () => {
    const ones = ['001', ...Array<string>(8).fill(unary(1))];
    const eight = Array<number>(8).fill(1);
    const zeros = (blocks: number): number[] => Array<number>(8 * blocks).fill(0);
    const wide = { interval: 128 };
    expect(decoded(wide, 40, ...ones, '0000', unary(2), ...ones)).to.deep.equal([...eight, ...zeros(3), ...eight]);
    // 5 blocks are called 6, for 5 calls the rest of the segment of 64
    expect(decoded(wide, 48, '0000', unary(5), ...ones)).to.deep.equal([...zeros(5), ...eight]);
    const segment = decoded(wide, 520, ...ones, '0000', unary(4), ...ones);
    expect(segment).to.deep.equal([...eight, ...zeros(63), ...eight]);
    expect(() => decoded({ interval: 4 }, 32, '0000', unary(6))).to.throw('6 blocks of zeros where 4 are left');
  });

  it('of more bits have longer names', () => {
    const samples = [1000, 70000, 3, 9, 12345678, 2, 1, 0];
    const split = (k: number, id: string) => [
      id,
      ...samples.map((s) => unary(s >> k)),
      ...samples.map((s) => binary(s % 2 ** k, k)),
    ];
    expect(decoded({ bits: 24 }, 8, ...split(20, '10101'))).to.deep.equal(samples);
    expect(decoded({ bits: 24 }, 8, '11111', ...samples.map((s) => binary(s, 24)))).to.deep.equal(samples);
    expect(decoded({ bits: 12 }, 8, '1111', ...Array<string>(8).fill(binary(4095, 12)))).to.deep.equal(
      Array(8).fill(4095),
    );
    const few = [3, 0, 1, 2, 3, 3, 0, 0].map((s) => binary(s, 2));
    expect(decoded({ bits: 2, restricted: true }, 8, '1', ...few)).to.deep.equal([3, 0, 1, 2, 3, 3, 0, 0]);
  });

  it('with a reference before the first of an interval', () => {
    const coding = { preprocessed: true, interval: 1 };
    const block = (reference: number) => ['001', binary(reference, 8), ...[1, 2, 0, 0, 3, 0, 1].map(unary)];
    const both = [200, 1, 2, 0, 0, 3, 0, 1, 7, 1, 2, 0, 0, 3, 0, 1];
    expect(decoded(coding, 16, ...block(200), ...block(7))).to.deep.equal(both);
    expect(decoded({ ...coding, padded: true }, 16, ...block(200), '0'.repeat(7), ...block(7))).to.deep.equal(both);
    // the first of the first pair is not there
    expect(decoded(coding, 8, '0001', binary(9, 8), unary(2), unary(0), unary(1), unary(0))).to.deep.equal([
      9, 1, 0, 0, 1, 0, 0, 0,
    ]);
    expect(decoded(coding, 8, '0000', binary(9, 8), unary(0))).to.deep.equal([9, 0, 0, 0, 0, 0, 0, 0]);
  });

  it('that end early are refused', () => {
    expect(() => decoded({}, 16, '111', '0'.repeat(64))).to.throw('the 9 bytes of coded data end before the values do');
    expect(() => decoded({}, 8, '001', '0'.repeat(500))).to.throw('end before the values do');
  });
});

/** The mapping of the standard, as an encoder does it. */
function differences(samples: number[], bits: number): number[] {
  const most = 2 ** bits - 1;
  return samples.map((sample, i) => {
    if (i === 0) return sample;
    const last = samples[i - 1];
    const room = Math.min(last, most - last);
    const change = sample - last;
    if (change >= 0 && change <= room) return 2 * change;
    return change < 0 && -change <= room ? -2 * change - 1 : room + Math.abs(change);
  });
}

describe('packing/aec: differences', () => {
  for (const bits of [1, 2, 8, 12, 16, 24, 32]) {
    it(`of ${bits} bits become samples again`, () => {
      const next = randomFrom(bits);
      const samples = Array.from({ length: 3000 }, (_, i) => {
        const extreme = [0, 2 ** bits - 1, 2 ** (bits - 1)][i % 7];
        return extreme ?? Math.floor(next() * 2 ** bits);
      });
      const mapped = [...differences(samples.slice(0, 1024), bits), ...differences(samples.slice(1024, 2048), bits)];
      mapped.push(...differences(samples.slice(2048), bits));
      const found = Int32Array.from(mapped, (value) => value | 0);
      const bias = bits === 32 ? 2 ** 31 : 0;
      undoDifferences(found, bits, 1024, bias);
      expect([...found]).to.deep.equal(samples.map((sample) => sample - bias));
    });
  }
});

describe('packing/ccsds', () => {
  const folder = mkdtempSync(`${tmpdir()}/grib2-`);
  const [before, after5] = [`${folder}/in.grib2`, `${folder}/out.grib2`];
  after(() => rmSync(folder, { recursive: true }));
  const grid = { ...smallGrid, width: 80, height: 30, stepLon: 0.1, stepLat: 0.1 };

  for (const bits of [1, 7, 8, 12, 16, 17, 24, 32]) {
    for (const [blockSize, interval] of [
      [8, 1],
      [32, 128],
      [64, 3],
    ]) {
      it(`what ecCodes packs in ${bits} bits, blocks of ${blockSize} and ${interval} of them to a reference`, function () {
        const next = randomFrom(bits * blockSize);
        const codes = Uint32Array.from({ length: 2400 }, (_, i) => {
          if (i % 900 < 500) return i < 900 ? 0 : 2 ** bits - 1;
          return Math.floor(next() * 2 ** (i % 3 === 0 ? bits : bits / 2));
        });
        const message = messageOf({ grid, values: { codes, reference: 0 }, packing: { template: '5.0', bits } });
        writeFileSync(before, message);
        const keys = `packingType=grid_ccsds,ccsdsBlockSize=${blockSize},ccsdsRsi=${interval}`;
        toolOutput(this, 'grib_set', ['-r', '-s', keys, before, after5]);
        const packed = onlyField(readFileSync(after5));
        expect(packed.packing).to.equal('5.42');
        const values = packed.decode();
        const scale = 2 ** bits;
        codes.forEach((code, i) => expect(values.at(i)).to.be.closeTo(code, scale * 1e-6));
      });
    }
  }

  const five42 = (...octets: [octet: number, value: number][]): Uint8Array => {
    const input = inputOf();
    const [section3, section4, , section6] = fieldSections(input);
    const section5 = new Octets(5, 25)
      .u32(6, 12)
      .u16(10, 42)
      .u8(20, 8)
      .u8(22, 14)
      .u8(23, 8)
      .u16(25 - 1, 2);
    octets.forEach(([octet, value]) => section5.u8(octet, value));
    const sections = [section3, section4, section5.bytes, section6, dataSection(new Uint8Array(12))];
    return assembleMessage(209, [identificationSection(input.identification), ...sections]);
  };

  it('is constant if values have no bits', () => {
    expect(onlyField(five42([20, 0])).statistics()).to.include({ min: 0, max: 0, missing: 0 });
  });

  it('refuses unsupported options and truncated data', () => {
    expect(refusalOf(five42([23, 12])).message).to.equal('blocks of 12 samples; 8, 16, 32, 64 are known');
    expect(refusalOf(five42([24, 255])).message).to.equal('a reference every 65282 blocks; from 1 to 4096 are known');
    expect(refusalOf(five42([25, 0])).message).to.equal('a reference every 0 blocks; from 1 to 4096 are known');
    expect(refusalOf(five42([20, 33])).message).to.equal('values of 33 bits; at most 32 are read');
    expect(refusalOf(five42([22, 15])).message).to.match(/^compression flags 15 give samples a sign/);
  });

  it('refuses more values than the bytes can contain, before allocating memory', () => {
    const points = [0x05, 0xf5, 0xe1, 0x00];
    const side = [0, 0, 0x27, 0x10];
    const grown = patched(patched(patched(five42(), 3, 7, ...points), 3, 31, ...side, ...side), 5, 6, ...points);
    const fitting = patched(grown, 3, 55, 0); // without steps, which would not fit
    expect(refusalOf(fitting).message).to.match(/^section 7 has 12 bytes of data, 100000000 values need at least \d+$/);
  });
});
