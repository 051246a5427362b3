import { ByteCache, type ByteCacheCounts, type Sized } from '@severe/async';
import { findProduct, isPicture, type Family } from '@severe/catalogue';
import type { Objects } from '@severe/platform';
import { BlockCache, openPicture, openValues, type PictureGrid, type ValueGrid } from '@severe/raster/values';
import type { ListedFrame } from './frame-index.ts';
import { fetchObject } from './packs.ts';

/** The value file of one frame in memory: open for points, and its bytes where threads can read them too. */
export interface ValueFile {
  grid: ValueGrid;
  bytes: SharedArrayBuffer;
}

/** The same of a frame that has colours, and no values. */
export interface PictureFile {
  grid: PictureGrid;
  bytes: SharedArrayBuffer;
}

/**
 * The share of the memory that decoded blocks may hold; the files have the rest. The blocks of one mosaic take tens of MB, and
 * points all over it are nearly twice as dear where they do not fit.
 */
const blockShare = 0.5;

/** Value files of frames, brought over whole and kept, with their decoded blocks, while they fit into `maxBytes`. */
export class ValueFiles {
  readonly #objects: Objects;
  readonly #cache: ByteCache<ValueFile | PictureFile>;
  readonly #blocks: BlockCache;

  constructor(objects: Objects, maxBytes: number) {
    this.#objects = objects;
    this.#blocks = new BlockCache(Math.floor(maxBytes * blockShare));
    this.#cache = new ByteCache({
      name: 'value files',
      maxBytes: Math.floor(maxBytes * (1 - blockShare)),
      onRemove: ({ grid }) => grid.forget(), // its blocks are of no use without it
    });
  }

  /** The file of a frame with values, if it is in memory. */
  peek({ valuesKey }: ListedFrame): ValueFile | undefined {
    return this.#cache.peek(valuesKey) as ValueFile | undefined;
  }

  /**
   * The file of a frame with values, fetched once for all who ask at the same time.
   *
   * @throws {UpstreamError} the store is away, slow, or has no such object (any more)
   * @throws {DataError} the object is not what the frame's row describes
   */
  open(frame: ListedFrame): Promise<ValueFile> {
    return this.#get(frame) as Promise<ValueFile>;
  }

  /** The same for a frame that is a picture. */
  openPicture(frame: ListedFrame): Promise<PictureFile> {
    return this.#get(frame) as Promise<PictureFile>;
  }

  /** The bytes of any frame's file, which threads can read too. */
  async bytesOf(frame: ListedFrame): Promise<SharedArrayBuffer> {
    return (await this.#get(frame)).bytes;
  }

  forget({ valuesKey }: ListedFrame): void {
    this.#cache.delete(valuesKey);
  }

  counts(): ByteCacheCounts {
    return this.#cache.counts();
  }

  #get(frame: ListedFrame): Promise<ValueFile | PictureFile> {
    const { valuesKey, valuesBytes } = frame;
    const whileFetched = 2 * valuesBytes; // as it comes, and as it is kept
    return this.#cache.get(valuesKey, whileFetched, () => this.#fetch(frame));
  }

  async #fetch({ family, product, valuesKey, valuesBytes }: ListedFrame): Promise<Sized<ValueFile | PictureFile>> {
    const fetched = await fetchObject(this.#objects, valuesKey, valuesBytes);
    const bytes = new SharedArrayBuffer(fetched.length);
    const view = new Uint8Array(bytes);
    view.set(fetched);
    const described = findProduct(family as Family, product);
    const open = described && isPicture(described) ? openPicture : openValues;
    return {
      value: { grid: open(view, { cache: this.#blocks }), bytes } as ValueFile | PictureFile,
      bytes: fetched.length,
    };
  }
}
