import type { Objects } from '@severe/platform';
import { BlockCache, openValues, type ValueGrid } from '@severe/raster/values';
import { ByteCache, type ByteCacheCounts, type Sized } from './byte-cache.ts';
import type { ListedFrame } from './frame-index.ts';
import { fetchObject } from './packs.ts';

/** The value file of one frame in memory: open for points, and its bytes where threads can read them too. */
export interface ValueFile {
  grid: ValueGrid;
  bytes: SharedArrayBuffer;
}

/** Of the memory for values, the share that decoded blocks may hold; the files have the rest. */
const blockShare = 0.25;

/** Value files of frames, brought over whole and kept, with their decoded blocks, while they fit into `maxBytes`. */
export class ValueFiles {
  readonly #objects: Objects;
  readonly #cache: ByteCache<ValueFile>;
  readonly #blocks: BlockCache;

  constructor(objects: Objects, maxBytes: number) {
    this.#objects = objects;
    this.#blocks = new BlockCache(Math.floor(maxBytes * blockShare));
    this.#cache = new ByteCache({
      name: 'value files',
      maxBytes: Math.floor(maxBytes * (1 - blockShare)),
      onLeave: ({ grid }) => grid.forget(), // its blocks are of no use without it
    });
  }

  /** The file if it is in memory. */
  peek({ valuesKey }: ListedFrame): ValueFile | undefined {
    return this.#cache.peek(valuesKey);
  }

  /**
   * The file, fetched once for all who ask at the same time.
   *
   * @throws {UpstreamError} the store is away, slow, or has no such object (any more)
   * @throws {DataError} the object is not what the frame's row describes
   */
  open({ valuesKey, valuesBytes }: ListedFrame): Promise<ValueFile> {
    const whileFetched = 2 * valuesBytes; // as it comes, and as it is kept
    return this.#cache.get(valuesKey, whileFetched, () => this.#fetch(valuesKey, valuesBytes));
  }

  forget({ valuesKey }: ListedFrame): void {
    this.#cache.delete(valuesKey);
  }

  counts(): ByteCacheCounts {
    return this.#cache.counts();
  }

  async #fetch(key: string, expectedBytes: number): Promise<Sized<ValueFile>> {
    const fetched = await fetchObject(this.#objects, key, expectedBytes);
    const bytes = new SharedArrayBuffer(fetched.length);
    const view = new Uint8Array(bytes);
    view.set(fetched);
    return { value: { grid: openValues(view, { cache: this.#blocks }), bytes }, bytes: fetched.length };
  }
}
