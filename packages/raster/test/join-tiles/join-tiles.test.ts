import { expect } from 'chai';
import sharp from 'sharp';
import { recolour, recolouring, filmStripLayout } from '@severe/raster';
import { joinTiles } from '@severe/raster/join-tiles';
import { tileEncoder, type Colour } from '../../src/png/indexed.ts';
import { pixelsOf, readIndexedPng } from '../support/png.ts';

const size = 256;
const hex = (code: number) => `#${(code * 0x0503a1).toString(16).padStart(6, '0').slice(-6)}`;
const colourOf = (code: number): Colour | undefined => {
  const rgb = Number.parseInt(hex(code).slice(1), 16);
  return code === 0 ? undefined : [rgb >> 16, (rgb >> 8) & 255, rgb & 255, 255];
};

/** Stripes of the codes `first` to `first + count - 1`, with a clear corner. */
function stripes(first: number, count: number): Uint8Array {
  const codes = Uint8Array.from(
    { length: size * size },
    (_, i) => first + (((i % size) + Math.floor(i / size)) % count),
  );
  for (let y = 0; y < 20; y++) codes.fill(0, y * size, y * size + 20);
  return tileEncoder(Array.from({ length: 256 }, (_, code) => colourOf(code)))(codes) as Uint8Array;
}

/** The pixels by another library, as 0xRRGGBBAA, clear ones as 0. */
async function sharpPixels(image: Uint8Array): Promise<{ width: number; height: number; pixels: Uint32Array }> {
  const { data, info } = await sharp(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const pixels = Uint32Array.from({ length: info.width * info.height }, (_, i) => data.readUInt32BE(4 * i));
  return { width: info.width, height: info.height, pixels: pixels.map((pixel) => (pixel & 255 ? pixel : 0)) };
}

/** The expected image: each tile decoded separately. */
function expected(tiles: (Uint8Array | undefined)[], columns: number, rows: number): Uint32Array {
  const pixels = new Uint32Array(columns * rows * size * size);
  tiles.forEach((tile, i) => {
    const own = pixelsOf(tile);
    for (let y = 0; y < size; y++) {
      const at = (Math.floor(i / columns) * size + y) * columns * size + (i % columns) * size;
      pixels.set(own.subarray(y * size, (y + 1) * size), at);
    }
  });
  return pixels;
}

describe('join-tiles', () => {
  const tiles = [stripes(1, 3), undefined, stripes(3, 12), stripes(40, 2)];

  for (const media of ['image/png', 'image/webp'] as const) {
    it(`shows every tile at its position as ${media}`, async () => {
      const found = await sharpPixels(await joinTiles({ tiles, columns: 2, rows: 2, media }));
      expect([found.width, found.height]).to.deep.equal([512, 512]);
      expect(Buffer.compare(Buffer.from(found.pixels.buffer), Buffer.from(expected(tiles, 2, 2).buffer))).to.equal(0);
    });

    it(`joins tiles with more colours than a palette holds as ${media}`, async () => {
      const many = [stripes(1, 200), stripes(60, 195)];
      const found = await sharpPixels(await joinTiles({ tiles: many, columns: 1, rows: 2, media }));
      expect([...found.pixels]).to.deep.equal([...expected(many, 1, 2)]);
    });
  }

  it('uses the smallest depth that holds the colours', async () => {
    const png = await joinTiles({ tiles: [stripes(1, 3)], columns: 1, rows: 1, media: 'image/png' });
    expect(readIndexedPng(png)).to.include({ depth: 2, colours: 4 });
  });

  it('joins truecolour tiles', async () => {
    const image = (r: number) =>
      sharp({ create: { width: size, height: size, channels: 3, background: { r, g: 2, b: 3 } } })
        .png()
        .toBuffer();
    const joined = await joinTiles({ tiles: [await image(9), undefined], columns: 2, rows: 1, media: 'image/png' });
    const { pixels } = await sharpPixels(joined);
    expect([pixels[0], pixels[size - 1], pixels[size]]).to.deep.equal([0x090203ff, 0x090203ff, 0]);
  });

  it('lays out rows of sixteen tiles, so that no side exceeds 4096 pixels', async () => {
    expect([0, 1, 16, 17, 91].map(filmStripLayout)).to.deep.equal([
      { columns: 1, rows: 1 },
      { columns: 1, rows: 1 },
      { columns: 16, rows: 1 },
      { columns: 16, rows: 2 },
      { columns: 16, rows: 6 },
    ]);
    const error = await joinTiles({ tiles: [], columns: 17, rows: 1, media: 'image/png' }).catch((e: Error) => e);
    expect(error).to.have.property('message', 'an image of 17 × 1 tiles; at most 16 fit a side');
  });

  it('refuses an indexed PNG that is not a tile', async () => {
    const other = await joinTiles({ tiles: [stripes(1, 3), undefined], columns: 2, rows: 1, media: 'image/png' });
    const error = await joinTiles({ tiles: [other], columns: 1, rows: 1, media: 'image/png' }).catch((e: Error) => e);
    expect(error).to.have.property('message').that.includes('512 × 256');
    const cut = await joinTiles({
      tiles: [stripes(1, 3).subarray(0, 60)],
      columns: 1,
      rows: 1,
      media: 'image/png',
    }).catch((e: Error) => e);
    expect(cut).to.have.property('message').that.includes('the file at 60');
  });
});

describe('recolour', () => {
  const from = [1, 2, 3].map(hex);
  const to = ['#000000', '#ffffff', '#123456'];

  it('replaces the colours of the table only, and no pixels', async () => {
    const tile = Buffer.from(stripes(1, 4)); // as bytes come from a store; the fourth colour is not in the table
    const changed = recolour(tile, recolouring(from, to));
    const [before, after] = [pixelsOf(tile), (await sharpPixels(changed)).pixels];
    const becomes = new Map(from.map((text, i) => [Number.parseInt(`${text.slice(1)}ff`, 16), `${to[i].slice(1)}ff`]));
    for (let i = 0; i < before.length; i += 7) {
      const wanted = becomes.get(before[i]);
      expect(after[i]).to.equal(wanted === undefined ? before[i] : Number.parseInt(wanted, 16));
    }
    expect(changed.length).to.equal(tile.length);
    expect(pixelsOf(tile)).to.deep.equal(before);
  });

  it('refuses tables that merge colours', () => {
    expect(() => recolouring(from, to.slice(1))).to.throw('2 colours replace 3');
    expect(() => recolouring(['#010203', '#010203'], ['#111111', '#222222'])).to.throw('two colours');
    expect(() => recolouring(['#010203'], ['#11111180'])).to.throw('another alpha');
  });
});
