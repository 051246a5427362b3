import { ByteCache, type ByteCacheCounts, type Sized } from '@severe/async';
import type { RasterProduct } from '@severe/catalogue';
import type { Tile } from '@severe/geo';
import { drawnTile, drawnTileOverhead, emptyTile, type DrawnTile } from './drawn-tile.ts';
import type { ListedFrame } from './frame-index.ts';
import type { DrawJob } from './thread.ts';
import type { Threads, Work } from './threads.ts';
import type { ValueFiles } from './value-files.ts';

export interface DrawOptions {
  values: ValueFiles;
  threads: Threads;
  /** Memory for the pictures that were drawn. */
  maxBytes: number;
  /** What is drawn: pictures, or values. */
  work?: Extract<Work, 'thread' | 'values-thread'>;
  /** A drawing that takes longer is ended, with its thread. */
  timeoutMs?: number;
}

/** How long somebody waits for a picture, with the values that it is made of and a thread's start. */
const patienceMs = 6000;
/** What a picture is reckoned at before it is drawn; few pass it. */
const expectedBytes = 16_384;

/** Draws the tiles that are not drawn ahead, being too deep or values: in threads, each once for all who wait for it. */
export class Draws {
  readonly #values: ValueFiles;
  readonly #threads: Threads;
  readonly #cache: ByteCache<DrawnTile>;
  readonly #work: Work;
  readonly #timeoutMs: number;

  constructor({ values, threads, maxBytes, work = 'thread', timeoutMs = 2000 }: DrawOptions) {
    this.#work = work;
    this.#values = values;
    this.#threads = threads;
    this.#timeoutMs = timeoutMs;
    this.#cache = new ByteCache({ name: 'drawn tiles', maxBytes, maxPending: threads.most, waitMs: patienceMs });
  }

  /** The picture if it was drawn lately. */
  peek(frame: ListedFrame, tile: Tile): DrawnTile | undefined {
    return this.#cache.peek(keyOf(frame, tile));
  }

  /**
   * The picture, equal to what drawing the whole frame to that level would have given.
   *
   * @throws {UpstreamError} too many wait, the drawing took too long, or the values cannot be had
   */
  draw(frame: ListedFrame, product: RasterProduct, tile: Tile): Promise<DrawnTile> {
    return this.#cache.get(keyOf(frame, tile), expectedBytes, () => this.#draw(frame, product, tile));
  }

  counts(): ByteCacheCounts & { waiting: number } {
    return { ...this.#cache.counts(), waiting: this.#threads.waiting };
  }

  async #draw(frame: ListedFrame, product: RasterProduct, tile: Tile): Promise<Sized<DrawnTile>> {
    const bytes = await this.#values.bytesOf(frame);
    const { valuesKey } = frame;
    const job: DrawJob = { family: product.family, product: product.id, valuesKey, values: bytes, tile };
    const png = await this.#threads.run<Uint8Array | undefined>(this.#work, job, this.#timeoutMs, keyOf(frame, tile));
    if (!png) return { value: emptyTile, bytes: drawnTileOverhead };
    return { value: drawnTile(png), bytes: png.length + drawnTileOverhead };
  }
}

function keyOf({ valuesKey }: ListedFrame, { z, x, y }: Tile): string {
  return `${valuesKey}/${z}/${x}/${y}`;
}
