/** Drawn tiles side by side as one picture: the forms of a tile that are made of others. Loads sharp. */
import sharp from 'sharp';
import { tileSize } from '@severe/geo';
import { indexedPng, joinIndexed, rgbaOf } from './indexed-sheet.ts';
import { sizeOf, type SheetLayout } from './layout.ts';
import { readTile } from './read-tile.ts';

export { svgToPng } from './svg.ts';

/** Tiles in the order of the layout; undefined is a clear one. */
export interface SheetParts extends SheetLayout {
  tiles: (Uint8Array | undefined)[];
  media: 'image/png' | 'image/webp';
}

sharp.cache(false);
sharp.concurrency(1);

/** Of pictures of true colours, which are a tenth of the size with losses that nobody sees. */
const quality = 85;

/** Above this many tiles the quickest way to write WebP is taken: a fifth of the time for a tenth more bytes. */
const carefulUpTo = 4;

/**
 * One picture of many tiles: PNG (indexed where the tiles are and their colours fit a palette), or WebP, without loss
 * where the tiles are indexed.
 *
 * @throws {DataError} `png` or `sheet-size`
 */
export async function makeSheet({ tiles, media, ...layout }: SheetParts): Promise<Uint8Array> {
  const { width, height } = sizeOf(layout);
  const read = tiles.map((tile) => tile && readTile(tile));
  const lossless = tiles.every((tile, i) => !tile || read[i]);
  const indexed = lossless ? joinIndexed(read, layout) : undefined;
  if (indexed && media === 'image/png') return indexedPng(indexed);
  const pixels = indexed ? rgbaOf(indexed) : await joinPictures(tiles, layout);
  const picture = sharp(pixels, { raw: { width, height, channels: 4 } });
  const effort = tiles.length > carefulUpTo ? 0 : 4;
  return media === 'image/png' ? picture.png().toBuffer() : picture.webp({ lossless, quality, effort }).toBuffer();
}

/** Tiles of any colours, four bytes a pixel. */
async function joinPictures(tiles: (Uint8Array | undefined)[], layout: SheetLayout): Promise<Uint8Array> {
  const { width, height } = sizeOf(layout);
  const pixels = new Uint8Array(4 * width * height);
  const limitInputPixels = tileSize * tileSize;
  for (const [i, tile] of tiles.entries()) {
    if (!tile) continue;
    const rows = await sharp(tile, { limitInputPixels }).ensureAlpha().toColourspace('srgb').raw().toBuffer();
    const start = 4 * (Math.floor(i / layout.columns) * tileSize * width + (i % layout.columns) * tileSize);
    for (let y = 0; y < tileSize; y++) {
      pixels.set(rows.subarray(4 * y * tileSize, 4 * (y + 1) * tileSize), start + 4 * y * width);
    }
  }
  return pixels;
}
