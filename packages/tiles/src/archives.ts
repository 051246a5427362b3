import { ByteCache, type ByteCacheCounts, type Sized } from '@severe/async';
import { DataError, UpstreamError } from '@severe/base';
import type { Objects } from '@severe/platform';
import { openTilePack, type TilePack } from '@severe/raster';
import { tileImage, tileImageOverhead, emptyTile, tileNumber, type TileImage } from './tile-image.ts';
import type { ListedFrame } from './frame-index.ts';

/** The archive of one frame in memory: every prerendered tile. */
export class OpenArchive {
  readonly frame: ListedFrame;
  readonly #pack: TilePack;
  readonly #images = new Map<number, TileImage>();

  constructor(frame: ListedFrame, pack: TilePack) {
    this.frame = frame;
    this.#pack = pack;
  }

  /** The tile, or the empty tile if the archive does not have it. Its entity tag is computed at the first request. */
  tile(z: number, x: number, y: number): TileImage {
    const number = tileNumber(z, x, y);
    const cached = this.#images.get(number);
    if (cached) return cached;
    const body = this.#pack.tile(z, x, y);
    if (!body) return emptyTile; // not cached: the cache holds at most the tiles of the archive
    const image = tileImage(body);
    this.#images.set(number, image);
    return image;
  }
}

/** Fetches whole archives of frames, and caches them within `maxBytes`. */
export class Archives {
  readonly #objects: Objects;
  readonly #cache: ByteCache<OpenArchive>;

  constructor(objects: Objects, maxBytes: number) {
    this.#objects = objects;
    this.#cache = new ByteCache({ name: 'tile archives', maxBytes });
  }

  /** The archive if it is in memory. */
  peek({ tilesKey }: ListedFrame): OpenArchive | undefined {
    return tilesKey === null ? undefined : this.#cache.peek(tilesKey);
  }

  /**
   * The archive. Concurrent requests share one fetch.
   *
   * @throws {UpstreamError} the object store is unavailable or slow, or the object no longer exists
   * @throws {DataError} the object is not the archive in the row of the frame
   */
  open(frame: ListedFrame): Promise<OpenArchive> {
    const { tilesKey, tilesBytes } = frame;
    if (tilesKey === null) return Promise.reject(new DataError('no-tiles', `${frame.product} has no tiles`));
    return this.#cache.get(tilesKey, tilesBytes, () => this.#fetch(frame, tilesKey));
  }

  /** Whether the archive is being fetched; `open` then costs no other fetch. */
  isComing({ tilesKey }: ListedFrame): boolean {
    return tilesKey !== null && this.#cache.isLoading(tilesKey);
  }

  /** Whether any archive of that product is in memory, which means that it was requested recently. */
  holds({ family, product }: ListedFrame): boolean {
    return this.#cache.some(({ frame }) => frame.family === family && frame.product === product);
  }

  forget({ tilesKey }: ListedFrame): void {
    if (tilesKey !== null) this.#cache.delete(tilesKey);
  }

  counts(): ByteCacheCounts {
    return this.#cache.counts();
  }

  async #fetch(frame: ListedFrame, key: string): Promise<Sized<OpenArchive>> {
    const bytes = await fetchObject(this.#objects, key, frame.tilesBytes);
    const pack = openTilePack(bytes);
    return { value: new OpenArchive(frame, pack), bytes: bytes.length + pack.count * tileImageOverhead };
  }
}

/**
 * Fetches an object, and checks its size against the row of its frame.
 *
 * @throws {UpstreamError} the object store is unavailable, or the object no longer exists
 * @throws {DataError} `object-size`
 */
export async function fetchObject(objects: Objects, key: string, expectedBytes: number): Promise<Buffer> {
  const bytes = await objects.get(key);
  if (!bytes) throw new UpstreamError('object store', `${key} does not exist`, { retryAfterSeconds: 1 });
  if (bytes.length !== expectedBytes) {
    throw new DataError('object-size', `${key} has ${bytes.length} bytes, expected ${expectedBytes}`);
  }
  return bytes;
}
