import { ByteCache, type ByteCacheCounts, type Sized } from '@severe/async';
import { DataError, UpstreamError } from '@severe/base';
import type { Objects } from '@severe/platform';
import { openTilePack, type TilePack } from '@severe/raster';
import { drawnTile, drawnTileOverhead, emptyTile, tileNumber, type DrawnTile } from './drawn-tile.ts';
import type { ListedFrame } from './frame-index.ts';

/** The archive of one frame in memory: every tile drawn ahead, without a wait. */
export class OpenPack {
  readonly frame: ListedFrame;
  readonly #pack: TilePack;
  readonly #drawn = new Map<number, DrawnTile>();

  constructor(frame: ListedFrame, pack: TilePack) {
    this.frame = frame;
    this.#pack = pack;
  }

  /** The picture; the empty one where the archive has none. Its tag is made at the first request. */
  tile(z: number, x: number, y: number): DrawnTile {
    const number = tileNumber(z, x, y);
    const known = this.#drawn.get(number);
    if (known) return known;
    const body = this.#pack.tile(z, x, y);
    if (!body) return emptyTile; // not remembered: what is kept is bounded by the tiles of the archive
    const drawn = drawnTile(body);
    this.#drawn.set(number, drawn);
    return drawn;
  }
}

/** Archives of frames, brought over whole and kept while they fit into `maxBytes`. */
export class Packs {
  readonly #objects: Objects;
  readonly #cache: ByteCache<OpenPack>;

  constructor(objects: Objects, maxBytes: number) {
    this.#objects = objects;
    this.#cache = new ByteCache({ name: 'tile archives', maxBytes });
  }

  /** The archive if it is in memory. */
  peek({ tilesKey }: ListedFrame): OpenPack | undefined {
    return tilesKey === null ? undefined : this.#cache.peek(tilesKey);
  }

  /**
   * The archive, fetched once for all who ask at the same time.
   *
   * @throws {UpstreamError} the store is away, slow, or has no such object (any more)
   * @throws {DataError} the object is not the archive that the frame's row describes
   */
  open(frame: ListedFrame): Promise<OpenPack> {
    const { tilesKey, tilesBytes } = frame;
    if (tilesKey === null) return Promise.reject(new DataError('no-tiles', `${frame.product} has no tiles`));
    return this.#cache.get(tilesKey, tilesBytes, () => this.#fetch(frame, tilesKey));
  }

  /** Whether the archive is on its way, so that whoever asks for it now costs nobody anything. */
  isComing({ tilesKey }: ListedFrame): boolean {
    return tilesKey !== null && this.#cache.isLoading(tilesKey);
  }

  /** Whether any archive of that product is in memory: somebody looked at it lately. */
  holds({ family, product }: ListedFrame): boolean {
    return this.#cache.some(({ frame }) => frame.family === family && frame.product === product);
  }

  forget({ tilesKey }: ListedFrame): void {
    if (tilesKey !== null) this.#cache.delete(tilesKey);
  }

  counts(): ByteCacheCounts {
    return this.#cache.counts();
  }

  async #fetch(frame: ListedFrame, key: string): Promise<Sized<OpenPack>> {
    const bytes = await fetchObject(this.#objects, key, frame.tilesBytes);
    const pack = openTilePack(bytes);
    return { value: new OpenPack(frame, pack), bytes: bytes.length + pack.count * drawnTileOverhead };
  }
}

/**
 * The object, of the size that its frame's row tells.
 *
 * @throws {UpstreamError} the store is away, or the object is gone: its frame has just been removed
 * @throws {DataError} `object-size`
 */
export async function fetchObject(objects: Objects, key: string, expectedBytes: number): Promise<Buffer> {
  const bytes = await objects.get(key);
  if (!bytes) throw new UpstreamError('object store', `${key} is not there`, { retryAfterSeconds: 1 });
  if (bytes.length !== expectedBytes) {
    throw new DataError('object-size', `${key} has ${bytes.length} bytes, its frame says ${expectedBytes}`);
  }
  return bytes;
}
