import { ByteCache, type ByteCacheCounts, type CacheBudget, type Sized } from '@severe/async';
import { findProduct, isComposite, type Family } from '@severe/catalogue';
import type { Objects } from '@severe/platform';
import { BlockCache, openColourImage, openValues, type ColourImageGrid, type ValueGrid } from '@severe/raster/values';
import type { ListedFrame } from './frame-index.ts';
import { fetchObject } from './archives.ts';
import { WarmProducts } from './warm-products.ts';

/** The value file of one frame in memory: a reader for points, and the bytes in memory that threads share. */
interface ValueFile {
  grid: ValueGrid;
  bytes: SharedArrayBuffer;
}

/** The value file of a composite, which has colours and no values. */
interface ColourImageFile {
  grid: ColourImageGrid;
  bytes: SharedArrayBuffer;
}

/**
 * Shares of the memory of all caches that files and their decoded blocks keep. The blocks of one mosaic take tens of megabytes.
 * If they do not fit, points all over it take nearly twice the time.
 */
const minimum = { files: 1 / 16, blocks: 1 / 16 };

/** Fetches whole value files of frames, and caches them and their decoded blocks within a budget. */
export class ValueFiles {
  /** Of which values were asked for. */
  readonly warm = new WarmProducts();
  readonly #objects: Objects;
  readonly #cache: ByteCache<ValueFile | ColourImageFile>;
  readonly #blocks: BlockCache;

  constructor(objects: Objects, budget: CacheBudget) {
    this.#objects = objects;
    this.#blocks = new BlockCache(budget, minimum.blocks);
    this.#cache = new ByteCache({
      name: 'value files',
      budget,
      minimum: minimum.files,
      onRemove: ({ grid }) => grid.forget(), // drops its blocks
    });
  }

  /** The file of a frame with values, if it is in memory. */
  peek(frame: ListedFrame): ValueFile | undefined {
    this.warm.note(frame);
    return this.#cache.peek(frame.valuesKey) as ValueFile | undefined;
  }

  /** The bytes of any value file, if it is in memory. */
  bytesInMemory({ valuesKey }: ListedFrame): SharedArrayBuffer | undefined {
    return this.#cache.peek(valuesKey)?.bytes;
  }

  /**
   * The file of a frame with values. Concurrent requests share one fetch.
   *
   * @throws {UpstreamError} the object store is unavailable or slow, or the object no longer exists
   * @throws {DataError} the object does not match the row of the frame
   */
  open(frame: ListedFrame): Promise<ValueFile> {
    this.warm.note(frame);
    return this.#get(frame) as Promise<ValueFile>;
  }

  /** Any file, before anybody asks for it. @throws as `open` */
  async prefetch(frame: ListedFrame): Promise<void> {
    await this.#get(frame);
  }

  /** The file of a composite. @throws as `open` */
  openColourImage(frame: ListedFrame): Promise<ColourImageFile> {
    return this.#get(frame) as Promise<ColourImageFile>;
  }

  /** The bytes of any value file, in memory that threads share. */
  async bytesOf(frame: ListedFrame): Promise<SharedArrayBuffer> {
    return (await this.#get(frame)).bytes;
  }

  forget({ valuesKey }: ListedFrame): void {
    this.#cache.delete(valuesKey);
  }

  counts(): ByteCacheCounts {
    return this.#cache.counts();
  }

  #get(frame: ListedFrame): Promise<ValueFile | ColourImageFile> {
    const { valuesKey, valuesBytes } = frame;
    const whileFetched = 2 * valuesBytes; // as it is read, and as it is cached
    return this.#cache.get(valuesKey, whileFetched, () => this.#fetch(frame));
  }

  async #fetch({ family, product, valuesKey, valuesBytes }: ListedFrame): Promise<Sized<ValueFile | ColourImageFile>> {
    const fetched = await fetchObject(this.#objects, valuesKey, valuesBytes);
    const bytes = new SharedArrayBuffer(fetched.length);
    const view = new Uint8Array(bytes);
    view.set(fetched);
    const entry = findProduct(family as Family, product);
    const open = entry && isComposite(entry) ? openColourImage : openValues;
    return {
      value: { grid: open(view, { cache: this.#blocks }), bytes } as ValueFile | ColourImageFile,
      bytes: fetched.length,
    };
  }
}
