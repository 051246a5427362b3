import { ByteCache, type ByteCacheCounts, type CacheBudget, type Sized } from '@severe/async';
import { DataError, UpstreamError } from '@severe/base';
import type { Tile } from '@severe/geo';
import type { Objects } from '@severe/platform';
import { openRemoteTilePack, openTilePack, type RemoteTilePack, type TilePack } from '@severe/raster';
import { tileImage, tileImageOverhead, emptyTile, tileNumber, type TileImage } from './tile-image.ts';
import type { ListedFrame } from './frame-index.ts';
import { WarmProducts } from './warm-products.ts';

/** The archive of one frame in memory: every prerendered tile. */
class OpenArchive {
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

/** An archive whose directories are in memory, and how many of its tiles were read. */
interface RemoteArchive {
  pack: RemoteTilePack;
  tiles: number;
}

/** Shares of the memory of all caches that archives and their directories keep. */
const minimum = { archives: 1 / 8, directories: 1 / 128 };
/** Size of the directories of an archive of which few tiles were read. */
const directoryBytes = 32_768;
/** A file of which more tiles are read one by one is fetched whole: the tiles of a few screens. */
export const mostSingleTiles = 16;

/** Fetches archives of frames, whole or single tiles, and caches them within a budget. */
export class Archives {
  /** Of which archives were asked for. */
  readonly warm = new WarmProducts();
  readonly #objects: Objects;
  readonly #cache: ByteCache<OpenArchive>;
  readonly #remote: ByteCache<RemoteArchive>;

  constructor(objects: Objects, budget: CacheBudget) {
    this.#objects = objects;
    this.#cache = new ByteCache({ name: 'tile archives', budget, minimum: minimum.archives });
    this.#remote = new ByteCache({ name: 'directories of tile archives', budget, minimum: minimum.directories });
  }

  /** The archive if it is in memory. */
  peek(frame: ListedFrame): OpenArchive | undefined {
    this.warm.note(frame);
    return frame.tilesKey === null ? undefined : this.#cache.peek(frame.tilesKey);
  }

  /**
   * The archive. Concurrent requests share one fetch.
   *
   * @throws {UpstreamError} the object store is unavailable or slow, or the object no longer exists
   * @throws {DataError} the object is not the archive in the row of the frame
   */
  open(frame: ListedFrame): Promise<OpenArchive> {
    this.warm.note(frame);
    return this.prefetch(frame);
  }

  /** The same before anybody asks for it. */
  prefetch(frame: ListedFrame): Promise<OpenArchive> {
    const { tilesKey, tilesBytes } = frame;
    if (tilesKey === null) return Promise.reject(new DataError('no-tiles', `${frame.product} has no tiles`));
    return this.#cache.get(tilesKey, tilesBytes, () => this.#fetch(frame, tilesKey));
  }

  /**
   * One tile of a series of frames. Fetching all their archives whole would evict those that other requests use.
   *
   * @throws as `open`
   */
  async tileOf(frame: ListedFrame, { z, x, y }: Tile): Promise<TileImage> {
    if (this.peek(frame) || this.isComing(frame) || frame.tilesKey === null) return this.#wholeTile(frame, { z, x, y });
    const remote = await this.#openRemote(frame, frame.tilesKey);
    if (++remote.tiles > mostSingleTiles) return this.#wholeTile(frame, { z, x, y });
    const body = await remote.pack.tile(z, x, y);
    return body ? tileImage(body) : emptyTile;
  }

  /** Whether the archive is being fetched; `open` then costs no other fetch. */
  isComing({ tilesKey }: ListedFrame): boolean {
    return tilesKey !== null && this.#cache.isLoading(tilesKey);
  }

  forget({ tilesKey }: ListedFrame): void {
    if (tilesKey === null) return;
    this.#cache.delete(tilesKey);
    this.#remote.delete(tilesKey);
  }

  counts(): ByteCacheCounts {
    return this.#cache.counts();
  }

  async #wholeTile(frame: ListedFrame, { z, x, y }: Tile): Promise<TileImage> {
    return (await this.open(frame)).tile(z, x, y);
  }

  #openRemote({ tilesBytes }: ListedFrame, key: string): Promise<RemoteArchive> {
    return this.#remote.get(key, directoryBytes, async () => {
      const read = (start: number, length: number) => fetchRange(this.#objects, key, start, length);
      return { value: { pack: await openRemoteTilePack(read, tilesBytes), tiles: 0 }, bytes: directoryBytes };
    });
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

/**
 * Fetches a part of an object.
 *
 * @throws {UpstreamError} the object store is unavailable, or the object no longer exists
 */
export async function fetchRange(objects: Objects, key: string, start: number, length: number): Promise<Uint8Array> {
  const bytes = await objects.getRange(key, start, length);
  if (!bytes) throw new UpstreamError('object store', `${key} does not exist`, { retryAfterSeconds: 1 });
  return bytes;
}
