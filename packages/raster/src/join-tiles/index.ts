/** Joins drawn tiles to one image: large tiles and film strips. Loads sharp. */
import sharp from 'sharp';
import { tileSize } from '@severe/geo';
import { indexedPng, joinIndexedTiles, rgbaOf } from './indexed-image.ts';
import { pixelSize, type Crop, type JoinLayout } from './layout.ts';
import { readTile } from './read-tile.ts';

/** Tiles in the order of the layout; undefined is a transparent tile. */
export interface TilesToJoin extends JoinLayout {
  tiles: (Uint8Array | undefined)[];
  media: 'image/png' | 'image/webp';
  /** The part that is wanted; default: all of it. Its width is a multiple of 8. */
  crop?: Crop;
}

sharp.cache(false);
sharp.concurrency(1);

/** WebP quality of truecolour images: a tenth of the size, without visible loss. */
const quality = 85;

/** Images of more tiles use the fastest WebP encoding: a fifth of the time for a tenth more bytes. */
const maxTilesForSlowEncoding = 4;

/**
 * One image of many tiles: PNG (indexed if the tiles are and their colours fit a palette), or WebP (lossless if the tiles
 * are indexed).
 *
 * @throws {DataError} `png` or `join-size`
 */
export async function joinTiles({ tiles, media, crop, ...layout }: TilesToJoin): Promise<Uint8Array> {
  const whole = pixelSize(layout);
  const part = crop ?? { left: 0, top: 0, ...whole };
  const { width, height } = part;
  const read = tiles.map((tile) => tile && readTile(tile));
  const lossless = tiles.every((tile, i) => !tile || read[i]);
  const joined = lossless ? joinIndexedTiles(read, layout) : undefined;
  const indexed = joined && { ...joined, width, height, indices: cropped(joined.indices, whole.width, part, 1) };
  if (indexed && media === 'image/png') return indexedPng(indexed);
  const pixels = indexed ? rgbaOf(indexed) : cropped(await joinDecoded(tiles, layout), whole.width, part, 4);
  const image = sharp(pixels, { raw: { width, height, channels: 4 } });
  const effort = tiles.length > maxTilesForSlowEncoding ? 0 : 4;
  return media === 'image/png' ? image.png().toBuffer() : image.webp({ lossless, quality, effort }).toBuffer();
}

/** A part of an image. @param size bytes of a pixel */
function cropped(image: Uint8Array, imageWidth: number, { left, top, width, height }: Crop, size: number): Uint8Array {
  if (size * width * height === image.length) return image;
  const part = new Uint8Array(size * width * height);
  for (let y = 0; y < height; y++) {
    const from = size * ((top + y) * imageWidth + left);
    part.set(image.subarray(from, from + size * width), size * y * width);
  }
  return part;
}

/** Tiles of any colours as RGBA. */
async function joinDecoded(tiles: (Uint8Array | undefined)[], layout: JoinLayout): Promise<Uint8Array> {
  const { width, height } = pixelSize(layout);
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

/** Dots per inch at twice the size, for high-density screens. */
const density = 144;

/** Renders a trusted SVG as a PNG of twice its size. */
export function svgToPng(svg: string): Promise<Uint8Array> {
  return sharp(Buffer.from(svg), { density, limitInputPixels: 1 << 22 })
    .png()
    .toBuffer();
}
