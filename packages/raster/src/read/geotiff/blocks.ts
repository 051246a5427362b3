import { messageOf } from '@severe/base';
import { openCodec } from './codecs/index.ts';
import { blockRanges, mostPacked, rowsInside, type Layout } from './layout.ts';
import type { Octets, Stretch } from './octets/index.ts';
import { refuse } from './refuse.ts';
import { readSamples, type Samples } from './samples.ts';
import { compressions } from './tags.ts';

/** Gives the samples of one block of an image that is in memory; undefined for one that was left out. */
export type BlockReader = (index: number) => Promise<Samples | undefined>;

/**
 * Prepares the reading of blocks, one at a time, in any order.
 *
 * @throws {DataError} `geotiff-…` here for a compression that cannot be read, later for a block that cannot be unpacked
 */
export async function blockReader(octets: Octets, layout: Layout): Promise<BlockReader> {
  const unpack = await opened(layout);
  return async (index) => {
    const [place] = placesOf(octets, layout, index, 1);
    return place && unpack(index, octets.take(place.start, place.length));
  };
}

/**
 * Reads blocks of an image, wherever it lies: `count` of them from `first`. Those that were left out come first, without
 * samples; the others in the order of the file, for there neighbours are fetched together.
 *
 * @throws {DataError} `geotiff-…` for a compression that cannot be read, or a block that is not there or cannot be unpacked
 */
export async function* readBlocks(
  octets: Octets,
  layout: Layout,
  first: number,
  count: number,
): AsyncGenerator<{ index: number; samples?: Samples }> {
  const unpack = await octets.reading(() => opened(layout));
  const places = await octets.reading(() => placesOf(octets, layout, first, count));
  const stored: (Stretch & { index: number })[] = [];
  for (const [i, place] of places.entries()) {
    if (place) stored.push({ ...place, index: first + i });
    else yield { index: first + i };
  }
  stored.sort((a, b) => a.start - b.start);
  let at = 0;
  for await (const packed of octets.fetch(stored)) {
    const { index } = stored[at++];
    yield { index, samples: await unpack(index, packed) };
  }
}

async function opened(layout: Layout): Promise<(index: number, packed: Uint8Array) => Promise<Samples>> {
  const unpack = await openCodec(layout);
  return async (index, packed) => {
    const rows = rowsInside(layout, Math.floor((index % (layout.across * layout.down)) / layout.across));
    try {
      const unpacked = await unpack({ packed, most: layout.blockBytes, rows, layout });
      const needed = rows * layout.rowBytes;
      if (unpacked.length < needed) refuse('damaged', `it unpacks to ${unpacked.length} bytes, ${needed} are needed`);
      return readSamples(unpacked, layout, rows);
    } catch (error) {
      return refuse('damaged', `block ${index}: ${messageOf(error)}`, error);
    }
  };
}

/** Where blocks lie, in the file and of a length that a block can have. */
function placesOf(octets: Octets, layout: Layout, first: number, count: number): (Stretch | undefined)[] {
  const { blockBytes, compression } = layout;
  const most = mostPacked(blockBytes);
  return blockRanges(layout, first, count).map((place, i) => {
    if (!place) return undefined;
    const { start, length } = place;
    const end = start + length;
    if (end > octets.length)
      refuse('damaged', `block ${first + i} ends at byte ${end}, the file at byte ${octets.length}`);
    if (compression === compressions.none) return { start, length: Math.min(length, blockBytes) };
    if (length > most)
      refuse('too-large', `block ${first + i} has ${length} packed bytes, at most ${most} unpack to ${blockBytes}`);
    return place;
  });
}
