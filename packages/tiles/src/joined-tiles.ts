import { ByteCache, type ByteCacheCounts, type CacheBudget, type Sized } from '@severe/async';
import { recolour, type Recolouring } from '@severe/raster';
import type { TilesToJoin } from '@severe/raster/join-tiles';
import { tileImage, tileImageOverhead, type TileImage } from './tile-image.ts';
import type { Caller } from './caller.ts';
import type { Threads } from './threads.ts';
import { drawingWaitMs } from './tile-renderer.ts';

/** An image to be joined from plain tiles: another form of a tile, or a film strip. */
interface JoinRequest extends Omit<TilesToJoin, 'tiles'> {
  /** Names everything that the image depends on. */
  key: string;
  /** @param caller the client that began the image; its signal aborts when nobody waits for the image any more */
  tiles: (caller: Caller) => Promise<TileImage[]>;
  /** Default: the standard palette. */
  recolouring?: Recolouring;
}

/** Limit of processor time. The largest image takes 0.25 s. */
const processorMs = 4000;
/** Expected size of one tile of an image. */
const expectedTileBytes = 8192;
/** Share of the memory of all caches that images keep. */
const minimum = 1 / 32;

/** Joins tiles to larger images in threads, and caches the images within a budget. Concurrent requests share a task. */
export class JoinedTiles {
  readonly #threads: Threads;
  readonly #cache: ByteCache<TileImage>;
  /** Transparent images, one for each layout. */
  readonly #transparent = new Map<string, Promise<Uint8Array>>();

  constructor(threads: Threads, budget: CacheBudget) {
    this.#threads = threads;
    this.#cache = new ByteCache({
      name: 'joined tiles',
      budget,
      minimum,
      maxPending: threads.capacity,
      waitMs: drawingWaitMs,
      loadTimeoutMs: Infinity,
    });
  }

  peek(key: string): TileImage | undefined {
    return this.#cache.peek(key);
  }

  /**
   * The image. When no client wants it any more, no further tile is drawn for it. Its status is `empty` or `outside` if that of all its tiles is.
   *
   * @throws {UpstreamError} the queue is full, the task took too long, or the tiles are unavailable
   */
  get(request: JoinRequest, { client, wanted: isWaiting }: Caller): Promise<TileImage> {
    const expected = expectedTileBytes * request.columns * request.rows;
    const make = (wanted: AbortSignal) => this.#make(request, { client, wanted });
    return this.#cache.get(request.key, expected, make, isWaiting);
  }

  counts(): ByteCacheCounts {
    return this.#cache.counts();
  }

  async #make({ key, tiles, recolouring, ...layout }: JoinRequest, caller: Caller): Promise<Sized<TileImage>> {
    const parts = await tiles(caller);
    const visible = parts.map(({ body, status }) =>
      status === 'data' ? ownBytes(recoloured(body, recolouring)) : undefined,
    );
    const outside = parts.length > 0 && parts.every(({ status }) => status === 'outside');
    if (!visible.some(Boolean)) {
      const body = await this.#transparentOf(layout, caller.client);
      return { value: tileImage(body, outside ? 'outside' : 'empty', layout.media), bytes: tileImageOverhead };
    }
    const body = await this.#join(key, { ...layout, tiles: visible }, caller);
    return { value: tileImage(body, 'data', layout.media), bytes: body.length + tileImageOverhead };
  }

  #transparentOf(layout: Omit<TilesToJoin, 'tiles'>, client: string): Promise<Uint8Array> {
    const { columns, rows, media, crop } = layout;
    const { width, height } = crop ?? { width: columns, height: rows };
    const name = `transparent ${width} × ${height} ${media}${crop ? ' pixels' : ''}`;
    const cached = this.#transparent.get(name);
    if (cached) return cached;
    const caller = { client, wanted: undefined }; // others wait for it as well
    const making = this.#threads.run<Uint8Array>('join-thread', { ...layout, tiles: [] }, processorMs, name, caller);
    this.#transparent.set(name, making);
    making.catch(() => this.#transparent.delete(name));
    return making;
  }

  /** A single tile that stays a PNG needs no joining. */
  async #join(key: string, parts: TilesToJoin, caller: Caller): Promise<Uint8Array> {
    const [only] = parts.tiles;
    if (only && parts.tiles.length === 1 && parts.media === 'image/png' && !parts.crop) return only;
    return this.#threads.run<Uint8Array>('join-thread', parts, processorMs, key, caller);
  }
}

/** A copy unless all its memory is its own: a thread receives the memory whole, which is that of a tile archive here. */
function ownBytes(body: Uint8Array): Uint8Array {
  return body.byteLength === body.buffer.byteLength ? body : Uint8Array.from(body);
}

function recoloured(body: Uint8Array, recolouring: Recolouring | undefined): Uint8Array {
  return recolouring ? recolour(body, recolouring) : body;
}
