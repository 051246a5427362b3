import { DataError } from '@severe/base';
import type { Geometry } from '../field.ts';
import { BlockCache, type Slots } from './block-cache.ts';
import { decodeBlock, type Block } from './decode-block.ts';
import { blockRange, needKind, readValueLayout, TruncatedHeader, type ValueLayout } from './layout.ts';
import { outside, Sampler, type Reading } from './sample.ts';

/** Reads `length` octets from `start`; fewer at the end of the file. */
export type ReadRange = (start: number, length: number) => Promise<Uint8Array>;

/** The values of a frame in remote storage: a point costs at most one ranged read. */
export interface RemoteValues {
  readonly width: number;
  readonly height: number;
  readonly geometry: Geometry;
  /** Reads the nearest cell, as `ValueGrid.at`. */
  at(lon: number, lat: number): Promise<Reading>;
  /** Drops this file's blocks from the cache. */
  forget(): void;
}

/** Length of the first read: it covers the directories of all products. */
const firstRead = 16_384;
/** Headers of value files are shorter than this. */
const longestHeader = 1 << 20;
const ownCacheBytes = 1 << 20;

/**
 * Opens a value file through ranged reads: its header now, blocks on demand. Concurrent requests for a block share one read.
 *
 * @param options.cache cache of unpacked blocks, shared with other files; default: a small one of its own
 * @throws {DataError} `values-…` here, or from `at`, when `encodeCog` did not write the bytes; errors of `read`
 */
export async function openRemoteValues(read: ReadRange, options: { cache?: BlockCache } = {}): Promise<RemoteValues> {
  const layout = await fetchLayout(read);
  needKind(layout, ['uint16', 'int32']);
  const cache = options.cache ?? new BlockCache(ownCacheBytes);
  const slots: Slots = Array.from({ length: layout.offsets.length }, () => undefined);
  const sampler = new Sampler(layout);
  const underway = new Map<number, Promise<Block>>();

  const fetchBlock = async (index: number): Promise<Block> => {
    const { start, length } = blockRange(layout, index);
    const bytes = await read(start, length);
    if (bytes.length !== length) {
      throw new DataError('values-truncated', `block ${index} came with ${bytes.length} bytes, it has ${length}`);
    }
    const block = decodeBlock(layout, index, bytes);
    cache.set(slots, index, block);
    return block;
  };
  const blockOf = (index: number): Block | Promise<Block> => {
    const known = cache.get(slots, index) ?? underway.get(index);
    if (known) return known;
    const block = fetchBlock(index).finally(() => underway.delete(index));
    underway.set(index, block);
    return block;
  };

  return {
    width: layout.width,
    height: layout.height,
    geometry: layout.geometry,
    async at(lon, lat) {
      const place = sampler.placeOf(lon, lat);
      if (!place) return outside;
      const { block, cell } = place; // taken before the wait: the sampler reuses its result
      return sampler.read(await blockOf(block), cell);
    },
    forget: () => cache.forget(slots),
  };
}

/** Reads the header in as few octets as possible: each attempt reports how many the next one needs. */
async function fetchLayout(read: ReadRange): Promise<ValueLayout> {
  for (let length = firstRead; ;) {
    const bytes = await read(0, length);
    try {
      return readValueLayout(bytes);
    } catch (error) {
      const more = error instanceof TruncatedHeader && bytes.length === length && error.needed <= longestHeader;
      if (!more) throw error;
      length = error.needed;
    }
  }
}
