import { messageOf } from '@severe/base';
import sharp, { type Sharp } from 'sharp';
import type { ImageLayout } from '../image-layout.ts';
import { refuse } from '../refuse.ts';
import { compressions, photometrics, tags } from '../tags.ts';
import type { Codec, PackedBlock } from './codec.ts';
import { jpegSize, withTables } from './jpeg.ts';

sharp.cache(false); // each block is decoded once
sharp.concurrency(1);

/**
 * Blocks that are images of their own: JPEG and WebP. JPEG decoders round differently; libjpeg-turbo gives the same
 * values as GDAL.
 */
export function openImageCodec({ compression, directory }: ImageLayout): Codec {
  if (compression !== compressions.jpeg) return unpackImage;
  const tables = directory.bytes(tags.jpegTables);
  return (block) => unpackJpeg(block, tables);
}

/** @param tables shared by all blocks, from the tag `jpegTables` */
function unpackJpeg(block: PackedBlock, tables: Uint8Array | undefined): Promise<Uint8Array> {
  const { packed, layout } = block;
  const { bits, blockBands, photometric } = layout;
  if (bits !== 8) refuse('unknown', `JPEG with samples of ${bits} bits cannot be read`);
  if (blockBands !== 1 && blockBands !== 3) refuse('unknown', `JPEG blocks of ${blockBands} bands cannot be read`);
  const converted = photometric === photometrics.yCbCr && blockBands === 3;
  const image = withTables(packed, tables, !converted);
  const size = jpegSize(image);
  if (!size) refuse('damaged', 'a JPEG without a frame header');
  if (size.bands !== blockBands) refuse('damaged', `a JPEG of ${size.bands} bands in blocks of ${blockBands}`);
  return unpackImage({ ...block, packed: image });
}

async function unpackImage({ packed, rows, layout }: PackedBlock): Promise<Uint8Array> {
  const { blockWidth, blockHeight, blockBands, bits } = layout;
  if (bits !== 8) refuse('unknown', `images with samples of ${bits} bits cannot be read`);
  try {
    const image = sharp(packed, { limitInputPixels: blockWidth * blockHeight, failOn: 'error' });
    const { width, height } = await image.metadata();
    if (width !== blockWidth || height < rows || height > blockHeight) {
      refuse('damaged', `an image of ${width} × ${height} in a block of ${blockWidth} × ${rows}`);
    }
    const { data } = await withBands(image, blockBands).raw().toBuffer({ resolveWithObject: true });
    return data;
  } catch (error) {
    return refuse('damaged', `its image cannot be read: ${messageOf(error)}`, error);
  }
}

function withBands(image: Sharp, bands: number): Sharp {
  if (bands === 1) return image.toColourspace('b-w');
  return bands === 4 ? image.ensureAlpha() : image.removeAlpha();
}
