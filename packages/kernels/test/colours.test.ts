import { expect } from 'chai';
import { alphaRange, colourKernelSizes, filterColours, footprintsSizes, mixColours, Workspace } from '../src/index.ts';
import { seeded } from '@severe/testing/seeded';
import { colourOf, paethOf, type Cells, type Pixel } from './twins/colours.ts';

const pixels = 256 * 256;

/** Runs of equal colours, some semi-transparent and some transparent. */
function wordsOf(count: number, seed: number): Uint32Array {
  const random = seeded(seed);
  let word = 0;
  return Uint32Array.from({ length: count }, () => {
    const alpha = random() < 0.9 ? 255 : Math.floor(random() * 3) * 100;
    if (random() < 0.7) word = (Math.floor(random() * 2 ** 24) | (alpha << 24)) >>> 0;
    return word;
  });
}

describe('colours', () => {
  it('are averaged and interpolated like in their twin, also at edges of the image and of holes', () => {
    const random = seeded(3);
    const cells: Cells = { width: 90, height: 70, words: wordsOf(90 * 70, 1) };
    const space = new Workspace();
    const parts = space.layOut({ ...footprintsSizes, ...colourKernelSizes, cells: cells.words.byteLength });
    space.words(parts.cells).set(cells.words);
    const list = Array.from({ length: pixels }, (): Pixel => {
      const [column, row] = [random() * cells.width, random() * cells.height];
      const [left, top] = [Math.floor(column), Math.floor(row)];
      const size = random() < 0.5 ? 0 : Math.floor(random() * 5) - 1;
      return { left, right: Math.min(left + size, 89), top, bottom: Math.min(top + size, 69), column, row };
    });
    const spans = space.words(parts.spans);
    (['left', 'right', 'top', 'bottom'] as const).forEach(
      (side, i) =>
      spans.set(list.map((pixel) => pixel[side]), i * pixels), // prettier-ignore
    );
    space.doubles(parts.centreColumns).set(list.map(({ column }) => column));
    space.doubles(parts.centreRows).set(list.map(({ row }) => row));
    mixColours(space, parts.cells, cells, parts);
    const words = space.words(parts.words);
    list.forEach((pixel, i) => {
      const [made, needed] = [words[i] >>> 0, colourOf(cells, pixel)];
      if (made !== needed) expect.fail(`${JSON.stringify(pixel)}: ${made.toString(16)}, not ${needed.toString(16)}`);
    });
  });

  for (const octets of [3, 4] as const) {
    it(`become Paeth-filtered rows of ${octets} octets per pixel`, () => {
      const words = wordsOf(pixels, octets);
      const space = new Workspace();
      const parts = space.layOut(colourKernelSizes);
      space.words(parts.words).set(words);
      const rows = filterColours(space, octets, parts);
      const stride = 256 * octets;
      expect(rows).to.have.length(256 * (stride + 1));
      let above: Uint8Array = new Uint8Array(stride);
      for (let y = 0; y < 256; y++) {
        const all = new Uint8Array(words.buffer, 1024 * y, 1024);
        const row = octets === 4 ? all : all.filter((_, i) => i % 4 < 3);
        const [filter, ...filtered] = rows.subarray(y * (stride + 1), (y + 1) * (stride + 1));
        expect(filter).to.equal(4);
        expect(Buffer.compare(Uint8Array.from(filtered), paethOf(row, above, octets)), `row ${y}`).to.equal(0);
        above = row;
      }
    });
  }

  it('have a minimum and a maximum alpha', () => {
    const space = new Workspace();
    const { words } = space.layOut(colourKernelSizes);
    space.words(words).fill(-1);
    expect(alphaRange(space, words)).to.deep.equal([255, 255]);
    space.words(words)[65_535] = 0x11_ff_ff_ff;
    expect(alphaRange(space, words)).to.deep.equal([0x11, 255]);
    space.words(words).fill(0x00_ff_00_ff);
    space.words(words)[7] = 0x20_00_00_00;
    expect(alphaRange(space, words)).to.deep.equal([0, 0x20]);
  });
});
