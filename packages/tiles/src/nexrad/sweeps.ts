import { ByteCache, type ByteCacheCounts, type Sized } from '@severe/async';
import type { SweepProduct } from '@severe/catalogue';
import type { Tile } from '@severe/geo';
import type { Page, PolarVolume, SweepReading } from '@severe/raster/polar';
import { drawnTile, drawnTileOverhead, emptyTile, type DrawnTile } from '../drawn-tile.ts';
import type { ListedFrame } from '../frame-index.ts';
import type { SweepJob } from '../sweep-thread.ts';
import type { Threads } from '../threads.ts';
import type { StormMotion } from './storm-motion.ts';
import type { Volumes } from './volumes.ts';

/** One sweep of one product: everything that its pictures depend on, but the tile. */
export interface SweepView {
  frame: ListedFrame;
  site: PolarVolume['site'];
  page: Page;
  product: SweepProduct;
  /** Taken away from velocities; undefined for products that are not relative to the storm. */
  motion: StormMotion | undefined;
}

export interface SweepOptions {
  volumes: Volumes;
  threads: Threads;
  /** Memory for the pictures that were drawn. */
  maxBytes: number;
  /** A drawing that takes longer is ended, with its thread. */
  timeoutMs?: number;
}

/** A thread that has yet to start takes its time on a busy machine: ended each time, it would never be warm. */
const defaultTimeoutMs = 8000;
/** What a picture is reckoned at before it is drawn; few pass it. */
const expectedBytes = 16_384;

/** Draws and samples sweeps: in threads, each tile once for all who wait for it. */
export class Sweeps {
  readonly #volumes: Volumes;
  readonly #threads: Threads;
  readonly #cache: ByteCache<DrawnTile>;
  readonly #timeoutMs: number;

  constructor({ volumes, threads, maxBytes, timeoutMs = defaultTimeoutMs }: SweepOptions) {
    this.#volumes = volumes;
    this.#threads = threads;
    this.#timeoutMs = timeoutMs;
    this.#cache = new ByteCache({ name: 'tiles of single radars', maxBytes, maxPending: threads.most });
  }

  /** @throws {UpstreamError} too many wait, the drawing took too long, or the codes cannot be had */
  draw(view: SweepView, tile: Tile): Promise<DrawnTile> {
    const key = `${viewKey(view)}/${tile.z}/${tile.x}/${tile.y}`;
    return this.#cache.get(key, expectedBytes, () => this.#draw(view, tile, key));
  }

  /** What the gate above a place says. @throws as `draw` */
  async sample(view: SweepView, place: { lat: number; lon: number }): Promise<SweepReading> {
    return this.#run<SweepReading>(view, { place }, `${viewKey(view)} at ${place.lat}, ${place.lon}`);
  }

  counts(): ByteCacheCounts {
    return this.#cache.counts();
  }

  async #draw(view: SweepView, tile: Tile, key: string): Promise<Sized<DrawnTile>> {
    const png = await this.#run<Uint8Array | undefined>(view, { tile }, key);
    if (!png) return { value: emptyTile, bytes: drawnTileOverhead };
    return { value: drawnTile(png), bytes: png.length + drawnTileOverhead };
  }

  async #run<R>(view: SweepView, wanted: SweepJob['wanted'], what: string): Promise<R> {
    const { frame, site, page, product, motion } = view;
    const strip = await this.#volumes.strip(frame, page);
    const job: SweepJob = { key: viewKey(view), site, page, strip, product: product.id, motion, wanted };
    return this.#threads.run<R>('sweep-thread', job, this.#timeoutMs, what);
  }
}

/** Names what a picture depends on, but the tile. */
export function viewKey({ frame, page, product, motion }: SweepView): string {
  const relative = motion ? `-${motion.fromDeg}-${motion.kt}` : '';
  return `${frame.valuesKey}#${page.strip.start}/${product.id}${relative}`;
}
