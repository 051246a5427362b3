import { ByteCache, type ByteCacheCounts, type Sized } from '@severe/async';
import type { RasterProduct } from '@severe/catalogue';
import type { Tile } from '@severe/geo';
import { tileImage, tileImageOverhead, emptyTile, type TileImage } from './tile-image.ts';
import type { ListedFrame } from './frame-index.ts';
import type { DrawJob } from './draw-thread.ts';
import type { Threads, ThreadTask } from './threads.ts';
import type { ValueFiles } from './value-files.ts';

export interface RendererOptions {
  values: ValueFiles;
  threads: Threads;
  /** Memory for drawn tiles. */
  maxBytes: number;
  /** Images, or values. Default: images. */
  task?: Extract<ThreadTask, 'draw-thread' | 'values-thread'>;
  /** A longer drawing is ended, with its thread. */
  timeoutMs?: number;
}

/** Timeout of a caller, including the fetch of the value file and the start of a thread. */
const patienceMs = 6000;
/** Expected size of a tile before it is drawn; few are larger. */
const expectedBytes = 16_384;

/** Draws tiles that are not prerendered (deep levels, values) in threads. Concurrent requests share one drawing. */
export class TileRenderer {
  readonly #values: ValueFiles;
  readonly #threads: Threads;
  readonly #cache: ByteCache<TileImage>;
  readonly #task: ThreadTask;
  readonly #timeoutMs: number;

  constructor({ values, threads, maxBytes, task = 'draw-thread', timeoutMs = 2000 }: RendererOptions) {
    this.#task = task;
    this.#values = values;
    this.#threads = threads;
    this.#timeoutMs = timeoutMs;
    this.#cache = new ByteCache({ name: 'drawn tiles', maxBytes, maxPending: threads.capacity, waitMs: patienceMs });
  }

  /** The tile if it is in memory. */
  peek(frame: ListedFrame, tile: Tile): TileImage | undefined {
    return this.#cache.peek(keyOf(frame, tile));
  }

  /**
   * The tile, equal to what prerendering the frame to that level would give.
   *
   * @throws {UpstreamError} the queue is full, the drawing took too long, or the values are unavailable
   */
  draw(frame: ListedFrame, product: RasterProduct, tile: Tile): Promise<TileImage> {
    return this.#cache.get(keyOf(frame, tile), expectedBytes, () => this.#draw(frame, product, tile));
  }

  counts(): ByteCacheCounts & { waiting: number } {
    return { ...this.#cache.counts(), waiting: this.#threads.waiting };
  }

  async #draw(frame: ListedFrame, product: RasterProduct, tile: Tile): Promise<Sized<TileImage>> {
    const bytes = await this.#values.bytesOf(frame);
    const { valuesKey } = frame;
    const job: DrawJob = { family: product.family, product: product.id, valuesKey, values: bytes, tile };
    const png = await this.#threads.run<Uint8Array | undefined>(this.#task, job, this.#timeoutMs, keyOf(frame, tile));
    if (!png) return { value: emptyTile, bytes: tileImageOverhead };
    return { value: tileImage(png), bytes: png.length + tileImageOverhead };
  }
}

function keyOf({ valuesKey }: ListedFrame, { z, x, y }: Tile): string {
  return `${valuesKey}/${z}/${x}/${y}`;
}
