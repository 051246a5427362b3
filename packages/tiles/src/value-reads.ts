import { ByteCache, type ByteCacheCounts, type CacheBudget, withTimeout } from '@severe/async';
import { UpstreamError } from '@severe/base';
import type { Objects } from '@severe/platform';
import type { Tile } from '@severe/geo';
import { smoothWindowFor, windowFor } from '@severe/raster';
import { openRemoteValues, type FileParts, type Reading, type RemoteValues } from '@severe/raster/values';
import { fetchRange, mostSingleTiles } from './archives.ts';
import type { ListedFrame } from './frame-index.ts';
import type { ValueFiles } from './value-files.ts';

/** Shares of the memory of all caches that directories and blocks keep: a forecast reads both of 230 files. */
const minimum = { directories: 1 / 64, blocks: 1 / 16 };
/** Memory of a block besides its bytes. */
const blockOverheadBytes = 512;
/** Blocks that are being read at the same time; callers bound their requests themselves. */
const mostReads = 4096;
/** Size of the head of a file, and of the offsets of its blocks in it. */
const fileBytes = 32_768;
/** Timeout of the read of a block. */
const patienceMs = 2500;

/** A file whose directories are in memory, and how many tiles were drawn from its parts. */
interface OpenFile {
  values: RemoteValues;
  tiles: number;
}

/** What a thread needs to draw a tile: a whole file, in memory that threads share, or the blocks under the tile. */
export type TileValues = SharedArrayBuffer | FileParts;

/**
 * Reads parts of many frames, single values and what is under a tile: from files in memory, else blocks of the file in the
 * object store. Fetching the files of a long series whole would evict everything else from memory.
 */
export class ValueReads {
  readonly #objects: Objects;
  readonly #whole: ValueFiles;
  readonly #files: ByteCache<OpenFile>;
  /**
   * Blocks as they are in the files. A forecast reads one block of each of some hundred files; those of a whole country fit
   * only packed, and to unpack one for a cell is cheaper than to read it again.
   */
  readonly #blocks: ByteCache<Uint8Array>;

  constructor(objects: Objects, whole: ValueFiles, budget: CacheBudget) {
    this.#objects = objects;
    this.#whole = whole;
    this.#files = new ByteCache({ name: 'directories of value files', budget, minimum: minimum.directories });
    this.#blocks = new ByteCache({
      name: 'blocks of value files',
      budget,
      minimum: minimum.blocks,
      maxPending: mostReads,
      waitMs: patienceMs,
    });
  }

  /**
   * The value of the cell nearest to a point.
   *
   * @throws {UpstreamError} the object store is unavailable or slow, or the object no longer exists
   * @throws {DataError} the object is not a value file
   */
  async at(frame: ListedFrame, lon: number, lat: number): Promise<Reading> {
    const { valuesKey } = frame;
    const whole = this.#whole.peek(frame);
    if (whole) return whole.grid.at(lon, lat);
    const { values } = await this.#open(frame);
    const late = () => new UpstreamError('object store', `${valuesKey} did not come within ${patienceMs} ms`);
    return withTimeout(patienceMs, values.at(lon, lat), late);
  }

  /**
   * What drawing a tile reads. A file is fetched whole once: where the frames of many film strips do not fit into memory, each
   * tile would fetch its file again, and V8 does not count shared memory when it decides to collect.
   *
   * @param smooth whether it is interpolated between cells
   * @throws as `at`
   */
  async underTile(frame: ListedFrame, tile: Tile, smooth: boolean): Promise<TileValues> {
    const whole = this.#whole.bytesInMemory(frame);
    if (whole) return whole;
    const file = await this.#open(frame);
    if (++file.tiles === mostSingleTiles) return this.#whole.bytesOf(frame);
    return file.values.parts((smooth ? smoothWindowFor : windowFor)(file.values, tile));
  }

  counts(): ByteCacheCounts {
    const counts = this.#files.counts();
    return { ...counts, bytes: counts.bytes + this.#blocks.counts().bytes };
  }

  /** A block as it is in the file. Files never change. */
  #readBlock(valuesKey: string, start: number, length: number): Promise<Uint8Array> {
    return this.#blocks.get(`${valuesKey} ${start}`, length + blockOverheadBytes, async () => {
      const value = await fetchRange(this.#objects, valuesKey, start, length);
      return { value, bytes: value.length + blockOverheadBytes };
    });
  }

  #open({ valuesKey }: ListedFrame): Promise<OpenFile> {
    return this.#files.get(valuesKey, fileBytes, async () => {
      const read = (start: number, length: number) =>
        start === 0 ? fetchRange(this.#objects, valuesKey, start, length) : this.#readBlock(valuesKey, start, length);
      const values = await openRemoteValues(read);
      return { value: { values, tiles: 0 }, bytes: fileBytes };
    });
  }
}
