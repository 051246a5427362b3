import { DataError } from '@severe/base';
import type { Geometry } from '../field.ts';
import { BlockCache, type Slots } from './block-cache.ts';
import { decodeBlock, type Block } from './decode-block.ts';
import { blocksUnder, type Box, type FileParts } from './file-parts.ts';
import { blockRange, needKind, readValueLayout, TruncatedHeader, type ValueLayout } from './layout.ts';
import { outside, Sampler, type Reading } from './sample.ts';

/** Reads `length` octets from `start`; fewer at the end of the file. */
export type ReadRange = (start: number, length: number) => Promise<Uint8Array>;

/** A value file in remote storage: a point costs at most one ranged read. */
export interface RemoteValues {
  readonly width: number;
  readonly height: number;
  readonly geometry: Geometry;
  /** Reads the nearest cell, as `ValueGrid.at`. @throws {DataError} `values-header` if the cells are colours */
  at(lon: number, lat: number): Promise<Reading>;
  /** Fetches the blocks under a box, which must lie inside the grid, for a thread that unpacks them; none without a box. */
  parts(box: Box | undefined): Promise<FileParts>;
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
  const { head, layout } = await fetchHead(read);
  const cache = options.cache ?? new BlockCache(ownCacheBytes);
  const slots: Slots = Array.from({ length: layout.offsets.length }, () => undefined);
  const sampler = new Sampler(layout);
  const underway = new Map<number, Promise<Block>>();

  const fetchPacked = async (index: number): Promise<Uint8Array> => {
    const { start, length } = blockRange(layout, index);
    const bytes = await read(start, length);
    if (bytes.length === length) return bytes;
    throw new DataError('values-truncated', `block ${index} came with ${bytes.length} bytes, it has ${length}`);
  };
  const fetchBlock = async (index: number): Promise<Block> => {
    const block = decodeBlock(layout, index, await fetchPacked(index));
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
      needKind(layout, ['uint16', 'int32']);
      const place = sampler.placeOf(lon, lat);
      if (!place) return outside;
      const { block, cell } = place; // taken before the wait: the sampler reuses its result
      return sampler.read(await blockOf(block), cell);
    },
    async parts(box) {
      const indices = box ? blocksUnder(layout, box) : [];
      const blocks = await Promise.all(indices.map(async (index) => [index, await fetchPacked(index)] as const));
      return { head, blocks: new Map(blocks) };
    },
    forget: () => cache.forget(slots),
  };
}

/** Reads the header in as few octets as possible: each attempt reports how many the next one needs. */
async function fetchHead(read: ReadRange): Promise<{ head: Uint8Array; layout: ValueLayout }> {
  for (let length = firstRead; ;) {
    const head = await read(0, length);
    try {
      return { head, layout: readValueLayout(head) };
    } catch (error) {
      const more = error instanceof TruncatedHeader && head.length === length && error.needed <= longestHeader;
      if (!more) throw error;
      length = error.needed;
    }
  }
}
