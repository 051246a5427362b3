import { UpstreamError, messageOf } from '@severe/base';
import type { RasterProduct } from '@severe/catalogue';
import type { Tile } from '@severe/geo';
import { Piscina } from 'piscina';
import { ByteCache, type ByteCacheCounts, type Sized } from './byte-cache.ts';
import { drawnTile, drawnTileOverhead, emptyTile, type DrawnTile } from './drawn-tile.ts';
import type { ListedFrame } from './frame-index.ts';
import type { DrawJob } from './thread.ts';
import type { ValueFiles } from './value-files.ts';

export interface DrawOptions {
  values: ValueFiles;
  threads: number;
  /** Memory for the pictures that were drawn. */
  maxBytes: number;
  /** How many tiles may wait for a thread; whoever comes beyond that is asked to try again. */
  maxWaiting?: number;
  /** A drawing that takes longer is ended, with its thread. */
  timeoutMs?: number;
}

/** What a picture is reckoned at before it is drawn; few pass it. */
const expectedBytes = 16_384;
/** A thread holds a few blocks of 256 × 256 cells and one picture. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 };

/** Draws the tiles that are too deep to be drawn ahead: in threads, each once for all who wait for it. */
export class Draws {
  readonly #values: ValueFiles;
  readonly #pool: Piscina<DrawJob, Uint8Array | undefined>;
  readonly #cache: ByteCache<DrawnTile>;
  readonly #timeoutMs: number;

  constructor({ values, threads, maxBytes, maxWaiting = 256, timeoutMs = 2000 }: DrawOptions) {
    this.#values = values;
    this.#timeoutMs = timeoutMs;
    this.#cache = new ByteCache({ name: 'drawn tiles', maxBytes, maxFlights: threads + maxWaiting });
    this.#pool = new Piscina({
      // beside this file, whichever of source and build it is; execArgv is left alone so that threads inherit the loader
      filename: new URL(`./thread${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url).href,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: 60_000,
      maxQueue: maxWaiting,
      resourceLimits,
    });
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
    return { ...this.#cache.counts(), waiting: this.#pool.queueSize };
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }

  async #draw(frame: ListedFrame, product: RasterProduct, tile: Tile): Promise<Sized<DrawnTile>> {
    const { bytes } = await this.#values.open(frame);
    const { valuesKey } = frame;
    const job: DrawJob = { family: product.family, product: product.id, valuesKey, values: bytes, tile };
    const png = await this.#run(job);
    if (!png) return { value: emptyTile, bytes: drawnTileOverhead };
    return { value: drawnTile(png), bytes: png.length + drawnTileOverhead };
  }

  async #run(job: DrawJob): Promise<Uint8Array | undefined> {
    const signal = AbortSignal.timeout(this.#timeoutMs);
    try {
      return await this.#pool.run(job, { signal });
    } catch (cause) {
      if (!signal.aborted && !isFull(cause)) throw cause;
      const problem = signal.aborted ? `took longer than ${this.#timeoutMs} ms` : messageOf(cause);
      throw new UpstreamError('drawing', `${keyOf({ valuesKey: job.valuesKey }, job.tile)} ${problem}`, {
        cause,
        retryAfterSeconds: 1,
      });
    }
  }
}

function keyOf({ valuesKey }: Pick<ListedFrame, 'valuesKey'>, { z, x, y }: Tile): string {
  return `${valuesKey}/${z}/${x}/${y}`;
}

/** Piscina tells a full queue by its message alone. */
function isFull(error: unknown): boolean {
  return /queue is at limit/i.test(messageOf(error));
}
