import { ByteCache, type ByteCacheCounts, withTimeout } from '@severe/async';
import { UpstreamError } from '@severe/base';
import type { Objects } from '@severe/platform';
import { BlockCache, openRemoteValues, type Reading, type RemoteValues } from '@severe/raster/values';
import type { ListedFrame } from './frame-index.ts';
import type { ValueFiles } from './value-files.ts';

/** Of the memory for reads, the share that the directories of files may hold; decoded blocks have the rest. */
const fileShare = 0.25;
/** What an opened file holds: the places of its blocks. */
const fileBytes = 16_384;
/** How long a block may take to come. */
const patienceMs = 2500;

/**
 * Single values of many frames: out of the files that are in memory, and of those that are not one block each. A series
 * over three hours would push everything else out of memory if it brought its files over whole.
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
   * What the cell nearest to a point says.
   *
   * @throws {UpstreamError} the store is away, slow, or has no such object (any more)
   * @throws {DataError} the object is no value file of ours
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
    if (!bytes) throw new UpstreamError('object store', `${key} is not there`, { retryAfterSeconds: 1 });
    return bytes;
  }
}
