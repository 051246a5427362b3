import { deflateSync } from 'node:zlib';
import { encodeCog } from '@severe/raster';
import sharp, { type TiffOptions } from 'sharp';
import { modelField, radarField } from './fields.ts';
import { encodeLzw } from '@severe/tiff/testing/lzw';
import { plainTags, tiff, type TagValue, type TiffParts } from '@severe/tiff/testing/tiff';
import { Dice } from '@severe/testing/hostile/dice';

const [width, height] = [40, 30];
const dice = new Dice(7);
const samples = Uint8Array.from({ length: width * height }, (_, i) => (i >> 3) + dice.below(4));

const [rowsPerStrip, compression, predictor] = [278, 259, 317];

/** Sixteen rows a strip: two strips. */
export const halves = [samples.subarray(0, width * 16), samples.subarray(width * 16)];

/** An image of one band in two strips. */
export function image(
  tags: Record<number, TagValue>,
  pack = (strip: Uint8Array) => strip,
  more: Partial<TiffParts> = {},
) {
  return tiff({
    tags: { ...plainTags(width, height, 8), [rowsPerStrip]: [16], ...tags },
    blocks: halves.map((half) => pack(half)),
    ...more,
  });
}

/** Degrees: a scale of half a degree from 100° W, 40° N. */
const placed: Record<number, TagValue> = {
  33550: { type: 'double', values: [0.5, 0.5, 0] },
  33922: { type: 'double', values: [0, 0, 0, -100, 40, 0] },
  34735: { type: 'short', values: [1, 1, 0, 2, 1024, 0, 1, 2, 2048, 0, 1, 4326] },
};

const packBits = (strip: Uint8Array): Uint8Array =>
  Buffer.concat(Array.from({ length: strip.length / 8 }, (_, i) => Buffer.of(7, ...strip.subarray(i * 8, i * 8 + 8))));

/** A ZSTD frame of one block that is not packed. @see RFC 8878, section 3.1.1 */
function zstd(strip: Uint8Array): Uint8Array {
  const head = Buffer.from('28b52ffd600000000000', 'hex');
  head.writeUInt16LE(strip.length - 256, 5); // the size, in two octets
  head.writeUIntLE((strip.length << 3) | 1, 7, 3); // the last block, as it is
  return Buffer.concat([head, strip]);
}

/** An image of three bands by a library that knows more forms of packing than are written here. */
const colourImage = (options: TiffOptions): Promise<Buffer> =>
  sharp(
    Uint8Array.from({ length: 32 * 32 * 3 }, (_, i) => (i * 7) % 251),
    {
      raw: { width: 32, height: 32, channels: 3 },
    },
  )
    .tiff(options)
    .toBuffer();

export const plain = image(placed);
export const deflated = image({ ...placed, [compression]: [8], [predictor]: [2] }, (strip) => deflateSync(strip));
export const cog = encodeCog(radarField(300, 40));

export const geotiffSeeds: Record<string, Uint8Array> = {
  'plain strips': plain,
  'plain strips, big-endian': image(placed, undefined, { order: 'big' }),
  'plain strips in BigTIFF': image(placed, undefined, { bigTiff: true }),
  deflate: deflated,
  LZW: image({ [compression]: [5] }, (strip) => encodeLzw(strip)),
  'LZW of old': image({ [compression]: [5] }, (strip) => encodeLzw(strip, 'old')),
  PackBits: image({ [compression]: [32773] }, packBits),
  'a cloud-optimized file': cog,
  'a cloud-optimized file of 32 bits': encodeCog(modelField(120, 90)),
  JPEG: await colourImage({ compression: 'jpeg', tile: true, tileWidth: 16, tileHeight: 16 }),
  WebP: await colourImage({ compression: 'webp' }),
  ZSTD: image({ [compression]: [50000] }, zstd),
};
