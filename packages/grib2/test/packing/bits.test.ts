import { expect } from 'chai';
import { readBits, readOctets } from '../../src/packing/bits.ts';

/** Numbers written one after another as their binary digits, after some octets of ones. */
function written(numbers: number[], width: number, before: number): Uint8Array {
  const digits = '1'.repeat(8 * before) + numbers.map((number) => number.toString(2).padStart(width, '0')).join('');
  const octets = digits.match(/.{1,8}/g) ?? [];
  return Uint8Array.from(octets, (octet) => parseInt(octet.padEnd(8, '0'), 2));
}

describe('bits', () => {
  for (const width of [1, 3, 8, 12, 24, 25, 26, 31, 32]) {
    it(`are read in numbers of ${width} from any octet, to the last one of the octets`, () => {
      const numbers = Array.from({ length: 9 }, (_, i) => Math.floor(((2 ** width - 1) * ((i * 5) % 9)) / 8));
      for (const before of [0, 1, 5]) {
        for (const count of [0, 1, 9]) {
          const bias = width === 32 ? 2 ** 31 : 0;
          const into = new Int32Array(count);
          readBits(written(numbers.slice(0, count), width, before), before, width, into, bias);
          expect([...into].map((number) => number + bias)).to.deep.equal(numbers.slice(0, count));
        }
      }
    });
  }

  it('are read less a number that is the same for all', () => {
    const into = new Int32Array(5);
    readBits(written([1, 2, 3, 4, 5], 12, 0), 0, 12, into, 100);
    expect([...into]).to.deep.equal([-99, -98, -97, -96, -95]);
    readBits(new Uint8Array(0), 0, 0, into, 100);
    expect([...into]).to.deep.equal([-100, -100, -100, -100, -100]);
  });

  it('make a number of up to four octets', () => {
    const bytes = Uint8Array.of(9, 0xff, 2, 3, 4);
    expect([0, 1, 2, 4].map((octets) => readOctets(bytes, 1, octets))).to.deep.equal([0, 255, 65282, 0xff020304]);
  });
});
