import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clearTile } from '@severe/raster';
import { expect } from 'chai';
import sharp from 'sharp';
import { hasTool } from '@severe/testing/tools';
import { tileEncoder, type Colour } from '../../src/png/indexed.ts';
import { pixelsOf, readIndexedPng } from '../support/png.ts';
import { seeded } from '@severe/testing/seeded';

const size = 256;

/** Code 0 clear, every other one a colour of its own. */
const colours: (Colour | undefined)[] = Array.from({ length: 256 }, (_, code) =>
  code === 0 ? undefined : [code, 255 - code, (code * 7) & 255, 255],
);

/** Blobs of the first `count` codes. */
function image(count: number): Uint8Array {
  const random = seeded(count);
  const codes = new Uint8Array(size * size);
  for (let blob = 0; blob < 60 + 2 * count; blob++) {
    const [left, top] = [Math.floor(random() * 250), Math.floor(random() * 250)];
    const [width, height] = [1 + Math.floor(random() * 30), 1 + Math.floor(random() * 30)];
    const code = blob < count ? blob : Math.floor(random() * count);
    for (let y = top; y < Math.min(size, top + height); y++) {
      codes.fill(code, y * size + left, y * size + Math.min(size, left + width));
    }
  }
  for (let code = 0; code < count; code++) codes[code] = code; // none is painted over
  return codes;
}

/** The pixels by another library, as 0xRRGGBBAA. */
async function sharpPixels(png: Uint8Array): Promise<Uint32Array> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, info.channels]).to.deep.equal([size, size, 4]);
  return Uint32Array.from({ length: size * size }, (_, i) => data.readUInt32BE(4 * i));
}

const rgba = ([r, g, b, a]: Colour) => ((r << 24) | (g << 16) | (b << 8) | a) >>> 0;

describe('png/indexed', () => {
  const cases: [codes: number, depth: number][] = [[2, 1], [4, 2], [5, 4], [16, 4], [17, 8], [255, 8]]; // prettier-ignore
  for (const [count, depth] of cases) {
    it(`keeps ${count} colours in ${depth} bits a pixel, and sharp reads every one back`, async () => {
      const codes = image(count);
      const png = tileEncoder(colours)(codes) as Uint8Array;
      expect(readIndexedPng(png)).to.include({ depth, colours: count });
      const found = await sharpPixels(png);
      const wrong = found.findIndex((pixel, i) => pixel !== rgba(colours[codes[i]] ?? [0, 0, 0, 0]));
      expect(wrong).to.equal(-1);
    });
  }

  it('gives no file for an image without anything visible', () => {
    expect(tileEncoder(colours)(new Uint8Array(size * size))).to.equal(undefined);
    const invisible = tileEncoder([undefined, [9, 9, 9, 0]]);
    expect(invisible(new Uint8Array(size * size).fill(1))).to.equal(undefined);
  });

  it('lists a colour once, though several codes have it', () => {
    const codes = image(4);
    const png = tileEncoder([undefined, [1, 2, 3, 255], [1, 2, 3, 255], undefined])(codes) as Uint8Array;
    expect(readIndexedPng(png)).to.include({ depth: 1, colours: 2 });
  });

  it('draws without a palette entry for clear where nothing is', () => {
    const png = tileEncoder(colours)(new Uint8Array(size * size).fill(200)) as Uint8Array;
    expect(readIndexedPng(png).colours).to.equal(1);
    expect(pixelsOf(png).every((pixel) => pixel === rgba(colours[200] as Colour))).to.equal(true);
  });

  it('keeps half-transparent colours', async () => {
    const png = tileEncoder([undefined, [10, 20, 30, 255], [40, 50, 60, 128]])(image(3)) as Uint8Array;
    expect(new Set(await sharpPixels(png))).to.deep.equal(new Set([0, 0x0a141eff, 0x28323c80]));
  });

  it('writes files to which optipng has nothing to object', function () {
    if (!hasTool('optipng')) this.skip();
    const folder = mkdtempSync(join(tmpdir(), 'severe-png-'));
    try {
      for (const [count] of cases) {
        const file = join(folder, `${count}.png`);
        writeFileSync(file, tileEncoder(colours)(image(count)) as Uint8Array);
        execFileSync('optipng', ['-quiet', '-simulate', '-o0', file], { stdio: 'pipe' });
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('png/clear-tile', () => {
  it('is one small, wholly transparent image', async () => {
    expect(clearTile.length).to.be.below(200);
    expect((await sharpPixels(clearTile)).every((pixel) => (pixel & 255) === 0)).to.equal(true);
  });
});
