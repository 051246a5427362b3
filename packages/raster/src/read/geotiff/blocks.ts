import { messageOf } from '@severe/base';
import { openCodec } from './codecs/index.ts';
import { blockRange, type Layout } from './layout.ts';
import { refuse } from './refuse.ts';
import { readSamples, type Samples } from './samples.ts';

/** Unpacks one block of an image, of which `rows` rows belong to it; undefined for one that was left out. */
export type BlockReader = (index: number, rows: number) => Promise<Samples | undefined>;

/**
 * Prepares the reading of blocks, one at a time.
 *
 * @throws {DataError} `geotiff-…` here for a compression that cannot be read, later for a block that cannot be unpacked
 */
export async function blockReader(bytes: Uint8Array, layout: Layout): Promise<BlockReader> {
  const { unpack } = await openCodec(layout.compression);
  return async (index, rows) => {
    const range = blockRange(layout, index);
    if (!range) return undefined;
    const { start, length } = range;
    if (start + length > bytes.length) {
      refuse('damaged', `block ${index} ends at byte ${start + length}, the file at byte ${bytes.length}`);
    }
    try {
      const packed = bytes.subarray(start, start + length);
      const unpacked = await unpack({ packed, most: layout.blockBytes, rows, layout });
      const needed = rows * layout.rowBytes;
      if (unpacked.length < needed) refuse('damaged', `it unpacks to ${unpacked.length} bytes, ${needed} are needed`);
      return readSamples(unpacked, layout, rows);
    } catch (error) {
      return refuse('damaged', `block ${index}: ${messageOf(error)}`, error);
    }
  };
}
