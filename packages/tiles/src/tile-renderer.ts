import { ByteCache, type ByteCacheCounts, type CacheBudget, type Sized } from '@severe/async';
import type { RasterProduct } from '@severe/catalogue';
import type { Tile } from '@severe/geo';
import { tileImage, tileImageOverhead, emptyTile, type TileImage } from './tile-image.ts';
import type { ListedFrame } from './frame-index.ts';
import type { DrawJob } from './draw-thread.ts';
import type { Caller } from './caller.ts';
import type { Threads, ThreadTask } from './threads.ts';
import type { TileValues } from './value-reads.ts';

interface RendererOptions {
  /** Reads what drawing a tile needs. */
  valuesUnder: (frame: ListedFrame, tile: Tile, smooth: boolean) => Promise<TileValues>;
  threads: Threads;
  /** Memory for drawn tiles, among others. */
  budget: CacheBudget;
  /** Images, or values. Default: images. */
  task?: keyof typeof kinds;
  /** Processor time after which a drawing is ended, with its thread. */
  processorMs?: number;
  /** Timeout of a caller. */
  waitMs?: number;
}

/**
 * Timeout of a caller. The drawing continues after it, so that a repeated request finds the tile, or joins the drawing. A
 * drawing takes milliseconds, but it waits for its turn, for the value file, and for the processor.
 */
export const drawingWaitMs = 20_000;
/** Expected size of a tile before it is drawn; few are larger. */
const expectedBytes = 16_384;
/** What the tasks draw, and the shares of the memory of all caches that their tiles keep. */
const kinds = {
  'draw-thread': { name: 'drawn tiles', minimum: 1 / 32 },
  'values-thread': { name: 'tiles of values', minimum: 1 / 64 },
} satisfies Partial<Record<ThreadTask, object>>;

/** Draws tiles that are not prerendered (deep levels, values) in threads. Concurrent requests share one drawing. */
export class TileRenderer {
  readonly #valuesUnder: RendererOptions['valuesUnder'];
  readonly #threads: Threads;
  readonly #cache: ByteCache<TileImage>;
  readonly #task: ThreadTask;
  readonly #processorMs: number;

  constructor({
    valuesUnder,
    threads,
    budget,
    task = 'draw-thread',
    processorMs = 2000,
    waitMs = drawingWaitMs,
  }: RendererOptions) {
    this.#task = task;
    this.#valuesUnder = valuesUnder;
    this.#threads = threads;
    this.#processorMs = processorMs;
    this.#cache = new ByteCache({
      ...kinds[task],
      budget,
      maxPending: threads.capacity,
      waitMs,
      loadTimeoutMs: Infinity,
    });
  }

  /** The tile if it is in memory. */
  peek(frame: ListedFrame, tile: Tile, smooth = false): TileImage | undefined {
    return this.#cache.peek(keyOf(frame, tile, smooth));
  }

  /**
   * The tile, smoothed or equal to what prerendering the frame to that level would give. A drawing that waits is cancelled when no
   * client wants it any more.
   *
   * @throws {UpstreamError} the queue is full, the drawing takes too long, or the values are unavailable
   */
  draw(frame: ListedFrame, product: RasterProduct, tile: Tile, caller: Caller, smooth = false): Promise<TileImage> {
    const { client } = caller;
    const draw = (wanted: AbortSignal) => this.#draw(frame, product, tile, smooth, { client, wanted });
    return this.#cache.get(keyOf(frame, tile, smooth), expectedBytes, draw, caller.wanted);
  }

  counts(): ByteCacheCounts & { waiting: number } {
    return { ...this.#cache.counts(), waiting: this.#threads.waiting };
  }

  async #draw(
    frame: ListedFrame,
    product: RasterProduct,
    tile: Tile,
    smooth: boolean,
    caller: Caller,
  ): Promise<Sized<TileImage>> {
    const { family, id } = product;
    const { valuesKey } = frame;
    const read = async (): Promise<DrawJob> => {
      const values = await this.#valuesUnder(frame, tile, smooth);
      return { family, product: id, valuesKey, values, tile, smooth };
    };
    const [limit, name] = [this.#processorMs, keyOf(frame, tile, smooth)];
    const png = await this.#threads.runPrepared<Uint8Array | undefined>(this.#task, read, limit, name, caller);
    if (!png) return { value: emptyTile, bytes: tileImageOverhead };
    return { value: tileImage(png), bytes: png.length + tileImageOverhead };
  }
}

function keyOf({ valuesKey }: ListedFrame, { z, x, y }: Tile, smooth: boolean): string {
  return `${valuesKey}/${z}/${x}/${y}${smooth ? '/smooth' : ''}`;
}
