import { DataError } from '@severe/base';
import type { Geometry } from '../field.ts';
import { decodeCell } from './decode-block.ts';
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
}

/** Length of the first read: it covers the directories of all products. */
const firstRead = 16_384;
/** Headers of value files are shorter than this. */
const longestHeader = 1 << 20;

/**
 * Opens a value file through ranged reads: its header now, blocks on demand. Blocks are not kept here;
 * `read` may keep them.
 *
 * @throws {DataError} `values-…` here, or from `at`, when `encodeCog` did not write the bytes; errors of `read`
 */
export async function openRemoteValues(read: ReadRange): Promise<RemoteValues> {
  const { head, layout } = await fetchHead(read);
  const sampler = new Sampler(layout);

  const fetchPacked = async (index: number): Promise<Uint8Array> => {
    const { start, length } = blockRange(layout, index);
    const bytes = await read(start, length);
    if (bytes.length === length) return bytes;
    throw new DataError('values-truncated', `block ${index} came with ${bytes.length} bytes, it has ${length}`);
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
      return sampler.read(decodeCell(layout, block, await fetchPacked(block), cell), cell);
    },
    async parts(box) {
      const indices = box ? blocksUnder(layout, box) : [];
      const blocks = await Promise.all(indices.map(async (index) => [index, await fetchPacked(index)] as const));
      return { head, blocks: new Map(blocks) };
    },
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
