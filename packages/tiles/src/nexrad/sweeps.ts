import { ByteCache, type ByteCacheCounts, type CacheBudget, type Sized } from '@severe/async';
import type { SweepProduct } from '@severe/catalogue';
import type { Point, Tile } from '@severe/geo';
import type { Page, PolarVolume, SweepReading } from '@severe/raster/polar';
import { tileImage, tileImageOverhead, emptyTile, type TileImage } from '../tile-image.ts';
import type { ListedFrame } from '../frame-index.ts';
import type { SweepJob } from '../sweep-thread.ts';
import type { Caller } from '../caller.ts';
import type { Threads } from '../threads.ts';
import { drawingWaitMs } from '../tile-renderer.ts';
import type { StormMotion } from './storm-motion.ts';
import type { Volumes } from './volumes.ts';

/** One sweep of one product: everything that a tile depends on except its address. */
export interface SweepView {
  frame: ListedFrame;
  site: PolarVolume['site'];
  page: Page;
  product: SweepProduct;
  /** Subtracted from velocities; undefined for products that are not storm-relative. */
  motion: StormMotion | undefined;
}

interface SweepOptions {
  volumes: Volumes;
  threads: Threads;
  /** Memory for drawn tiles, among others. */
  budget: CacheBudget;
  /** Processor time after which a drawing is ended, with its thread. */
  processorMs?: number;
}

/** Limit of processor time. A sweep takes 0.1 s. */
const defaultProcessorMs = 4000;
/** Expected size of a tile before it is drawn; few are larger. */
const expectedBytes = 16_384;
/** Share of the memory of all caches that tiles of sweeps keep. */
const minimum = 1 / 64;

/** Draws and samples sweeps in threads. Concurrent requests for a tile share one drawing. */
export class Sweeps {
  readonly #volumes: Volumes;
  readonly #threads: Threads;
  readonly #cache: ByteCache<TileImage>;
  readonly #processorMs: number;

  constructor({ volumes, threads, budget, processorMs = defaultProcessorMs }: SweepOptions) {
    this.#volumes = volumes;
    this.#threads = threads;
    this.#processorMs = processorMs;
    this.#cache = new ByteCache({
      name: 'tiles of single radars',
      budget,
      minimum,
      maxPending: threads.capacity,
      waitMs: drawingWaitMs,
      loadTimeoutMs: Infinity,
    });
  }

  /** @throws {UpstreamError} the queue is full, the drawing took too long, or the codes cannot be read */
  draw(view: SweepView, tile: Tile, smooth: boolean, { client, wanted: isWaiting }: Caller): Promise<TileImage> {
    const key = `${viewKey(view)}/${tile.z}/${tile.x}/${tile.y}${smooth ? '/smooth' : ''}`;
    const draw = (wanted: AbortSignal) => this.#draw(view, { tile, smooth }, key, { client, wanted });
    return this.#cache.get(key, expectedBytes, draw, isWaiting);
  }

  /** The value of the gate above a place. @throws as `draw` */
  async sample(view: SweepView, place: Point, caller: Caller): Promise<SweepReading> {
    const what = `${viewKey(view)} at ${place.lat}, ${place.lon}`;
    return this.#run<SweepReading>(view, { place }, what, caller);
  }

  counts(): ByteCacheCounts {
    return this.#cache.counts();
  }

  async #draw(view: SweepView, target: SweepJob['target'], key: string, caller: Caller): Promise<Sized<TileImage>> {
    const png = await this.#run<Uint8Array | undefined>(view, target, key, caller);
    if (!png) return { value: emptyTile, bytes: tileImageOverhead };
    return { value: tileImage(png), bytes: png.length + tileImageOverhead };
  }

  #run<R>(view: SweepView, target: SweepJob['target'], what: string, caller: Caller): Promise<R> {
    const { frame, site, page, product, motion } = view;
    const read = async (): Promise<SweepJob> => {
      const strip = await this.#volumes.strip(frame, page);
      return { key: viewKey(view), site, page, strip, product: product.id, motion, target };
    };
    return this.#threads.runPrepared<R>('sweep-thread', read, this.#processorMs, what, caller);
  }
}

/** Cache key of a sweep. */
export function viewKey({ frame, page, product, motion }: SweepView): string {
  const relative = motion ? `-${motion.fromDeg}-${motion.kt}` : '';
  return `${frame.valuesKey}#${page.strip.start}/${product.id}${relative}`;
}
