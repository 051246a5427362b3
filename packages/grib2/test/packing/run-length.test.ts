import { expect } from 'chai';
import { BitWriter } from '../../src/write/bits.ts';
import { identificationSection } from '../../src/write/identification.ts';
import { fieldSections } from '../../src/write/index.ts';
import { assembleMessage } from '../../src/write/message.ts';
import { Octets } from '../../src/write/octets.ts';
import { dataSection } from '../../src/write/packing/sections.ts';
import { inputOf, onlyField, refusalOf, valuesOf } from '../support.ts';

interface Levels {
  bits?: number;
  highest?: number;
  decimalScale?: number;
  values?: number[];
}

/** A message of 4 × 3 points whose section 7 holds those numbers. */
function messageOf(numbers: number[], { bits = 4, highest = 3, decimalScale = 1, values = [5, 70, 900] }: Levels = {}) {
  const section5 = new Octets(5, 17 + 2 * values.length).u32(6, 12).u16(10, 200).u8(12, bits).u16(13, highest);
  section5.u16(15, values.length).s8(17, decimalScale);
  values.forEach((value, i) => section5.u16(18 + 2 * i, value));
  const writer = new BitWriter(numbers.length * bits);
  numbers.forEach((number) => writer.write(number, bits));
  const input = inputOf();
  const [section3, section4, , section6] = fieldSections(input);
  const sections = [section3, section4, section5.bytes, section6, dataSection(writer.finish())];
  return assembleMessage(209, [identificationSection(input.identification), ...sections]);
}

describe('packing/run-length', () => {
  it('repeats a level by the digits after it, least significant first', () => {
    // digits are 4 to 15 for 0 to 11: of base 12
    const field = onlyField(messageOf([1, 6, 0, 3, 4, 2, 8, 3, 5]));
    const [half, seven, ninety] = [0.5, 7, 90];
    const runs = [half, half, half, null, ninety, seven, seven, seven, seven, seven, ninety, ninety];
    expect(valuesOf(field)).to.deep.equal(runs);
  });

  it('combines digits in their base', () => {
    expect(valuesOf(onlyField(messageOf([2, 15, 4])))).to.deep.equal(Array(12).fill(7));
    const one = { bits: 2, highest: 1, values: [1] }; // digits 2 and 3, of base 2: 12 = 1 + 1 * 1 + 1 * 2 + 0 * 4 + 1 * 8
    expect(valuesOf(onlyField(messageOf([1, 3, 3, 2, 3], one)))).to.deep.equal(Array(12).fill(0.1));
  });

  it('counts level 0 as missing', () => {
    const field = onlyField(messageOf([0, 9, 2, 9], { decimalScale: 0 }));
    expect(field.statistics()).to.deep.equal({ count: 12, missing: 6, min: 70, max: 70, mean: 70 });
    expect(field.packed().scale).to.equal(1);
  });

  it('reads levels of 1 and of 16 bits', () => {
    const one = { bits: 1, highest: 1, values: [7] }; // every number is a level
    expect(valuesOf(onlyField(messageOf(Array(12).fill(1), one)))).to.deep.equal(Array(12).fill(0.7));
    const sixteen = { bits: 16, highest: 2, values: [7, 80] };
    expect(valuesOf(onlyField(messageOf([2, 3 + 11], sixteen)))).to.deep.equal(Array(12).fill(8));
  });

  it('ends with the last point, whatever follows', () => {
    expect(valuesOf(onlyField(messageOf([2, 15, 4, 3, 9])))).to.deep.equal(Array(12).fill(7));
  });

  for (const [numbers, levels, code, message] of [
    [[6, 1], {}, 'damaged', 'a run begins with 6; levels go up to 3'],
    [[1, 15, 5], {}, 'damaged', 'a run of at least 24 values where 12 are left'],
    [[1, 6, 2, 14], {}, 'damaged', 'a run of at least 11 values where 9 are left'],
    [[1, 6, 2, 4], {}, 'truncated', 'runs of 4 values, 12 are needed'],
    [[1], { highest: 4 }, 'damaged', 'level 4 is used, where 3 have a value and 4 bits hold a level'],
    [[1], { highest: 4, bits: 2, values: [1, 2, 3, 4] }, 'damaged', 'level 4 is used, where 4 have a value and 2 bits hold a level'], // prettier-ignore
    [[], { bits: 0 }, 'unsupported', 'levels of 0 bits; from 1 to 16 are read'],
    [[], { bits: 17 }, 'unsupported', 'levels of 17 bits; from 1 to 16 are read'],
  ] as [number[], Levels, string, string][]) {
    it(`refuses ${JSON.stringify(numbers)} with ${JSON.stringify(levels)}: ${message}`, () => {
      expect(refusalOf(messageOf(numbers, levels))).to.include({ code, message });
    });
  }
});
