import { messageOf } from '@severe/base';
import { openCodec } from '../codecs/index.ts';
import { blockRanges, maxPackedBytes, rowsInside, type ImageLayout } from '../image-layout.ts';
import type { ByteSource, ByteRange } from '../source/index.ts';
import { refuse } from '../refuse.ts';
import { readSamples, type Samples } from './samples.ts';
import { compressions } from '../tags.ts';

/** Reads the samples of one block of an image in memory; undefined for a sparse block. */
type BlockReader = (index: number) => Promise<Samples | undefined>;

/**
 * Opens an image in memory for reading blocks one at a time, in any order.
 *
 * @throws {DataError} `geotiff-…`: now for a compression that is not supported, later for a block that cannot be unpacked
 */
export async function blockReader(source: ByteSource, layout: ImageLayout): Promise<BlockReader> {
  const unpack = await openBlocks(layout);
  return async (index) => {
    const [range] = rangesOf(source, layout, index, 1);
    return range && unpack(index, source.slice(range.start, range.length));
  };
}

/**
 * Reads `count` blocks of an image from `first`. Sparse blocks come first, without samples; the others follow in the order
 * of the file, so that neighbours are fetched together.
 *
 * @throws {DataError} `geotiff-…` for a compression that is not supported, or a block that is absent or cannot be unpacked
 */
export async function* readBlocks(
  source: ByteSource,
  layout: ImageLayout,
  first: number,
  count: number,
): AsyncGenerator<{ index: number; samples?: Samples }> {
  const unpack = await source.load(() => openBlocks(layout));
  const ranges = await source.load(() => rangesOf(source, layout, first, count));
  const stored: (ByteRange & { index: number })[] = [];
  for (const [i, range] of ranges.entries()) {
    if (range) stored.push({ ...range, index: first + i });
    else yield { index: first + i };
  }
  stored.sort((a, b) => a.start - b.start);
  let at = 0;
  for await (const packed of source.fetch(stored)) {
    const { index } = stored[at++];
    yield { index, samples: await unpack(index, packed) };
  }
}

async function openBlocks(layout: ImageLayout): Promise<(index: number, packed: Uint8Array) => Promise<Samples>> {
  const unpack = await openCodec(layout);
  return async (index, packed) => {
    const rows = rowsInside(layout, Math.floor((index % (layout.across * layout.down)) / layout.across));
    try {
      const unpacked = await unpack({ packed, maxBytes: layout.blockBytes, rows, layout });
      const needed = rows * layout.rowBytes;
      if (unpacked.length < needed) refuse('damaged', `it unpacks to ${unpacked.length} bytes, ${needed} are needed`);
      return readSamples(unpacked, layout, rows);
    } catch (error) {
      return refuse('damaged', `block ${index}: ${messageOf(error)}`, error);
    }
  };
}

/** Ranges of blocks, checked against the length of the file and the largest packed form. */
function rangesOf(source: ByteSource, layout: ImageLayout, first: number, count: number): (ByteRange | undefined)[] {
  const { blockBytes, compression } = layout;
  const maxBytes = maxPackedBytes(blockBytes);
  return blockRanges(layout, first, count).map((range, i) => {
    if (!range) return undefined;
    const { start, length } = range;
    const end = start + length;
    if (end > source.length)
      refuse('damaged', `block ${first + i} ends at byte ${end}, the file at byte ${source.length}`);
    if (compression === compressions.none) return { start, length: Math.min(length, blockBytes) };
    if (length > maxBytes)
      refuse('too-large', `block ${first + i} has ${length} packed bytes, at most ${maxBytes} unpack to ${blockBytes}`);
    return range;
  });
}
