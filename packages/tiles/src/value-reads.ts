import { ByteCache, type ByteCacheCounts, withTimeout } from '@severe/async';
import { UpstreamError } from '@severe/base';
import type { Objects } from '@severe/platform';
import { BlockCache, openRemoteValues, type Reading, type RemoteValues } from '@severe/raster/values';
import type { ListedFrame } from './frame-index.ts';
import type { ValueFiles } from './value-files.ts';

/** Share of the memory for directories of files; decoded blocks have the rest. */
const fileShare = 0.25;
/** Size of the directory of a file: the offsets of its blocks. */
const fileBytes = 16_384;
/** Timeout of the read of a block. */
const patienceMs = 2500;

/**
 * Reads single values of many frames: from files in memory, else one block of the file in the object store. Fetching the
 * files of a long series whole would evict everything else from memory.
 */
export class ValueReads {
  readonly #objects: Objects;
  readonly #whole: ValueFiles;
  readonly #files: ByteCache<RemoteValues>;
  readonly #blocks: BlockCache;

  constructor(objects: Objects, whole: ValueFiles, maxBytes: number) {
    this.#objects = objects;
    this.#whole = whole;
    this.#blocks = new BlockCache(maxBytes * (1 - fileShare));
    this.#files = new ByteCache({
      name: 'directories of value files',
      maxBytes: maxBytes * fileShare,
      onRemove: (file) => file.forget(),
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
    const file = await this.#files.get(valuesKey, fileBytes, async () => {
      const read = (start: number, length: number) => this.#read(valuesKey, start, length);
      return { value: await openRemoteValues(read, { cache: this.#blocks }), bytes: fileBytes };
    });
    const late = () => new UpstreamError('object store', `${valuesKey} did not come within ${patienceMs} ms`);
    return withTimeout(patienceMs, file.at(lon, lat), late);
  }

  counts(): ByteCacheCounts {
    const counts = this.#files.counts();
    return { ...counts, bytes: counts.bytes + this.#blocks.bytes };
  }

  async #read(key: string, start: number, length: number): Promise<Uint8Array> {
    const bytes = await this.#objects.getRange(key, start, length);
    if (!bytes) throw new UpstreamError('object store', `${key} does not exist`, { retryAfterSeconds: 1 });
    return bytes;
  }
}
