import { expect } from 'chai';
import { openGeotiff } from '../../src/index.ts';
import { plainTags, tiff, type TiffParts } from '../support/tiff.ts';

/** The stored numbers of an image of one row. */
async function rowOf(parts: TiffParts, width: number): Promise<unknown[]> {
  const { cells } = await openGeotiff(tiff(parts)).survey({ indices: Array.from({ length: width }, (_, i) => i) });
  return Array.from({ length: width }, (_, i) => cells.get(i)?.[0]);
}

const octets = (list: ArrayLike<number> & { buffer: ArrayBufferLike }) => new Uint8Array(list.buffer);

describe('samples', () => {
  const rows: [what: string, bits: number, format: number, block: Uint8Array, expected: number[]][] = [
    ['one bit', 1, 1, Uint8Array.of(0b10110000), [1, 0, 1, 1]],
    ['one bit in several octets', 1, 1, Uint8Array.of(0b10110001, 0b01000000), [1, 0, 1, 1, 0, 0, 0, 1, 0, 1]],
    ['two bits', 2, 1, Uint8Array.of(0b00011011, 0b10000000), [0, 1, 2, 3, 2]],
    ['four bits', 4, 1, Uint8Array.of(0x1f, 0x20), [1, 15, 2]],
    ['three bits', 3, 1, Uint8Array.of(0b00101011, 0b11010000), [1, 2, 7, 5]],
    ['twelve bits', 12, 1, Uint8Array.of(0x12, 0x3f, 0xff, 0x00, 0x18, 0x00), [0x123, 0xfff, 0x001, 0x800]],
    ['24 bits', 24, 1, Uint8Array.of(0, 0, 1, 0, 1, 0, 1, 0, 0, 255, 255, 255), [1, 256, 65536, 2 ** 24 - 1]],
    ['31 bits', 31, 1, Uint8Array.of(0, 0, 0, 3, 0xff, 0xff, 0xff, 0xff), [1, 2 ** 31 - 1]],
    ['8 bits with a sign', 8, 2, Uint8Array.of(128, 255, 0, 127), [-128, -1, 0, 127]],
    ['64 bits with a sign', 64, 2, octets(new BigInt64Array([-5n, 2n ** 40n]) as never), [-5, 2 ** 40]],
    // IEEE 754 half precision: 1, -2, the largest number, the smallest
    ['floats of 16 bits', 16, 3, octets(Uint16Array.of(0x3c00, 0xc000, 0x7bff, 0x0001)), [1, -2, 65504, 2 ** -24]],
    // seven bits of exponent around 63, sixteen of fraction
    ['floats of 24 bits', 24, 3, Uint8Array.of(0, 0, 0x3f, 0, 0x80, 0xc0), [1, -3]],
    ['floats of 64 bits', 64, 3, octets(Float64Array.of(Math.PI, -1e300)), [Math.PI, -1e300]],
  ];
  for (const [what, bits, format, block, expected] of rows) {
    it(`reads ${what}`, async () => {
      const tags = plainTags(expected.length, 1, bits, format);
      expect(await rowOf({ tags, blocks: [block] }, expected.length)).to.deep.equal(expected);
    });
  }

  it('reads bits in reversed order', async () => {
    const tags = { ...plainTags(4, 1, 1), 266: [2] };
    expect(await rowOf({ tags, blocks: [Uint8Array.of(0b00001101)] }, 4)).to.deep.equal([1, 0, 1, 1]);
  });

  it('adds differences modulo the range of the samples', async () => {
    const tags = { ...plainTags(4, 1, 8), 317: [2] };
    expect(await rowOf({ tags, blocks: [Uint8Array.of(250, 10, 255, 1)] }, 4)).to.deep.equal([250, 4, 3, 4]);
    const wide = { ...plainTags(3, 1, 64, 1), 317: [2] };
    const block = octets(new BigUint64Array([0xffffffffn, 1n, 2n ** 32n]) as never);
    expect(await rowOf({ tags: wide, blocks: [block] }, 3)).to.deep.equal([2 ** 32 - 1, 2 ** 32, 2 ** 33]);
  });

  it('adds differences of big-endian samples', async () => {
    const tags = { ...plainTags(3, 1, 16), 317: [2] };
    const block = Uint8Array.of(0x01, 0x00, 0x00, 0x01, 0xff, 0xff);
    expect(await rowOf({ tags, blocks: [block], order: 'big' }, 3)).to.deep.equal([256, 257, 256]);
  });

  for (const order of ['little', 'big'] as const) {
    it(`adds up differences of complex numbers as single words in a ${order}-endian file, as libtiff does`, async () => {
      const block = new Uint8Array(8);
      const view = new DataView(block.buffer);
      [0x0002fff0, 0x00010020].forEach((word, i) => view.setUint32(i * 4, word, order === 'little'));
      const tags = { ...plainTags(2, 1, 32, 5), 317: [2] };
      // The first part is the low half of the word; 0xfff0 + 0x20 carries over into the second
      expect(await rowOf({ tags, blocks: [block], order }, 2)).to.deep.equal([
        [-16, 2],
        [16, 4],
      ]);
    });

    it(`puts the sorted octets of floating point together in a ${order}-endian file`, async () => {
      const values = Float32Array.of(1.5, -2.25, 1e10);
      const sorted = [3, 2, 1, 0].flatMap((weight) => [0, 1, 2].map((i) => octets(values)[i * 4 + weight]));
      const differences = Uint8Array.from(sorted, (octet, i) => octet - (sorted[i - 1] ?? 0));
      const tags = { ...plainTags(3, 1, 32, 3), 317: [3] };
      expect(await rowOf({ tags, blocks: [differences], order }, 3)).to.deep.equal([...values]);
    });
  }
});
