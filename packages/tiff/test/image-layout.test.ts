import { DataError } from '@severe/base';
import { expect } from 'chai';
import { readDirectories, blockRanges, readImageLayout, rowsInside, memorySource } from './support/readers.ts';
import { plainTags, tiff, type TiffParts } from './support/tiff.ts';

const layoutOf = (parts: TiffParts) => readImageLayout(readDirectories(memorySource(tiff(parts)))[0]);
const block = new Uint8Array(8);

describe('image-layout', () => {
  it('counts blocks in rows and columns, and the rows that belong to the image', () => {
    const tiles = { 322: [16], 323: [16] };
    const layout = layoutOf({
      tags: { ...plainTags(40, 17, 12), ...tiles },
      blocks: Array.from({ length: 6 }, () => block),
    });
    expect(layout).to.include({ across: 3, down: 2, tiled: true, rowBytes: 24, blockBytes: 384, blockBands: 1 });
    expect([rowsInside(layout, 0), rowsInside(layout, 1)]).to.deep.equal([16, 1]);
    expect(blockRanges(layout, 2, 1)).to.deep.equal([{ start: 24, length: 8 }]);
  });

  it('reads an image without rows per strip as one strip', () => {
    const { 278: _, ...tags } = plainTags(4, 5, 8);
    expect(layoutOf({ tags, blocks: [block] })).to.include({ blockWidth: 4, blockHeight: 5, down: 1 });
  });

  it('needs blocks for each separate band', () => {
    const tags = { ...plainTags(4, 2, 8), 258: [8, 8], 277: [2], 284: [2] };
    expect(layoutOf({ tags, blocks: [block, block] })).to.include({ separate: true, blockBands: 1 });
    expect(() => layoutOf({ tags, blocks: [block] })).to.throw(DataError, 'the image needs 2 blocks, tag 273 lists 1');
  });

  it('recognizes a sparse block by its offset or its length', () => {
    const sparse = { ...plainTags(4, 2, 8), 278: [1], 273: [0, 9], 279: [4, 0] };
    const layout = layoutOf({ tags: sparse });
    expect(blockRanges(layout, 0, 2)).to.deep.equal([undefined, undefined]);
  });

  const cases: [what: string, tags: TiffParts['tags'], problem: RegExp][] = [
    ['a width of 2^31', { ...plainTags(4, 2, 8), 256: [2 ** 31] }, /a width of 2147483648/],
    ['a height of 0', plainTags(4, 0, 8), /a height of 0/],
    ['a block of 16 GiB', { ...plainTags(65535, 65535, 32) }, /unpacks to 17179344900 bytes, at most 268435456/],
    ['more tiles than places', { ...plainTags(60000, 60000, 8), 322: [1], 323: [1] }, /needs 3600000000 blocks/],
    ['samples of 83 bits', plainTags(4, 2, 83), /83 bits/],
    ['samples of 8 bits in floating point', plainTags(4, 2, 8, 3), /8 bits in format "float"/],
    ['sample format 9', plainTags(4, 2, 8, 9), /sample format 9/],
    ['bands of different bits', { ...plainTags(4, 2, 8), 258: [5, 6, 5], 277: [3] }, /different bits \(5 and 6\)/],
    ['planar configuration 3', { ...plainTags(4, 2, 8), 284: [3] }, /planar configuration 3/],
    ['strips of no rows', { ...plainTags(4, 2, 8), 278: [0] }, /strips of 0 rows/],
  ];
  for (const [what, tags, problem] of cases) {
    it(`refuses ${what}`, () => {
      expect(() => layoutOf({ tags, blocks: [block] })).to.throw(DataError, problem);
    });
  }
});
