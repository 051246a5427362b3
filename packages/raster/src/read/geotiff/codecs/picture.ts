import { messageOf } from '@severe/base';
import sharp, { type Sharp } from 'sharp';
import type { Layout } from '../layout.ts';
import { refuse } from '../refuse.ts';
import { compressions, photometrics, tags } from '../tags.ts';
import type { Codec, PackedBlock } from './codec.ts';
import { jpegSize, withTables } from './jpeg.ts';

sharp.cache(false); // each block is asked for once
sharp.concurrency(1);

/** Blocks that are pictures by themselves. JPEG has lossy rounding in it: here libjpeg-turbo decides, as with GDAL. */
export function openPicture({ compression, directory }: Layout): Codec {
  if (compression !== compressions.jpeg) return unpackPicture;
  const tables = directory.octets(tags.jpegTables);
  return (block) => unpackJpeg(block, tables);
}

/** JPEG: the tables that all blocks share stand in a tag. */
function unpackJpeg(block: PackedBlock, tables: Uint8Array | undefined): Promise<Uint8Array> {
  const { packed, layout } = block;
  const { bits, blockBands, photometric } = layout;
  if (bits !== 8) refuse('unknown', `JPEG with samples of ${bits} bits cannot be read`);
  if (blockBands !== 1 && blockBands !== 3) refuse('unknown', `JPEG blocks of ${blockBands} bands cannot be read`);
  const converted = photometric === photometrics.yCbCr && blockBands === 3;
  const picture = withTables(packed, tables, converted ? undefined : 'as they are');
  const size = jpegSize(picture);
  if (!size) refuse('damaged', 'a JPEG without a frame header');
  if (size.bands !== blockBands) refuse('damaged', `a JPEG of ${size.bands} bands in blocks of ${blockBands}`);
  return unpackPicture({ ...block, packed: picture });
}

async function unpackPicture({ packed, rows, layout }: PackedBlock): Promise<Uint8Array> {
  const { blockWidth, blockHeight, blockBands, bits } = layout;
  if (bits !== 8) refuse('unknown', `pictures with samples of ${bits} bits cannot be read`);
  try {
    const picture = sharp(packed, { limitInputPixels: blockWidth * blockHeight, failOn: 'error' });
    const { width, height } = await picture.metadata();
    if (width !== blockWidth || height < rows || height > blockHeight) {
      refuse('damaged', `a picture of ${width} × ${height} in a block of ${blockWidth} × ${rows}`);
    }
    const { data } = await inBands(picture, blockBands).raw().toBuffer({ resolveWithObject: true });
    return data;
  } catch (error) {
    return refuse('damaged', `its picture cannot be read: ${messageOf(error)}`, error);
  }
}

function inBands(picture: Sharp, bands: number): Sharp {
  if (bands === 1) return picture.toColourspace('b-w');
  return bands === 4 ? picture.ensureAlpha() : picture.removeAlpha();
}
