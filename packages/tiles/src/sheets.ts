import { ByteCache, type ByteCacheCounts, type Sized } from '@severe/async';
import { recolour, type Recolouring } from '@severe/raster';
import type { SheetParts } from '@severe/raster/sheet';
import { drawnTile, drawnTileOverhead, type DrawnTile } from './drawn-tile.ts';
import type { Threads } from './threads.ts';

/** What a picture is made of: tiles in the plain form, and what is done to them. */
export interface Sheet extends Omit<SheetParts, 'tiles'> {
  /** Names everything that the picture depends on. */
  key: string;
  tiles: () => Promise<DrawnTile[]>;
  /** Other colours; those of the tiles when absent. */
  colours?: Recolouring;
}

/** A picture of many tiles; the largest takes a quarter of a second, and waits for others. */
const timeoutMs = 8000;
/** What a tile in a picture is reckoned at before it is made. */
const expectedTileBytes = 8192;

/** Pictures made of drawn tiles: in threads, each once for all who wait for it, kept while they fit into `maxBytes`. */
export class Sheets {
  readonly #threads: Threads;
  readonly #cache: ByteCache<DrawnTile>;
  /** Pictures without anything to see: there are only as many as there are layouts. */
  readonly #clear = new Map<string, Promise<Uint8Array>>();

  constructor(threads: Threads, maxBytes: number) {
    this.#threads = threads;
    // those who wait for tiles out of archives that have yet to come are more patient than for a single one
    this.#cache = new ByteCache({ name: 'pictures of tiles', maxBytes, maxPending: threads.most, waitMs: 10_000 });
  }

  peek(key: string): DrawnTile | undefined {
    return this.#cache.peek(key);
  }

  /**
   * The picture. It is `empty` or `outside` where all of its tiles are.
   *
   * @throws {UpstreamError} too many wait, it took too long, or the tiles cannot be had
   */
  get(sheet: Sheet): Promise<DrawnTile> {
    const expected = expectedTileBytes * sheet.columns * sheet.rows;
    return this.#cache.get(sheet.key, expected, () => this.#make(sheet));
  }

  counts(): ByteCacheCounts {
    return this.#cache.counts();
  }

  async #make({ key, tiles, colours, ...layout }: Sheet): Promise<Sized<DrawnTile>> {
    const parts = await tiles();
    const visible = parts.map(({ body, status }) => (status === 'data' ? inColours(body, colours) : undefined));
    const outside = parts.length > 0 && parts.every(({ status }) => status === 'outside');
    if (!visible.some(Boolean)) {
      const body = await this.#clearOf(layout);
      return { value: drawnTile(body, outside ? 'outside' : 'empty', layout.media), bytes: drawnTileOverhead };
    }
    const body = await this.#join(key, { ...layout, tiles: visible });
    return { value: drawnTile(body, 'data', layout.media), bytes: body.length + drawnTileOverhead };
  }

  #clearOf(layout: Omit<SheetParts, 'tiles'>): Promise<Uint8Array> {
    const { columns, rows, media } = layout;
    const name = `clear ${columns} × ${rows} as ${media}`;
    const known = this.#clear.get(name);
    if (known) return known;
    const making = this.#threads.run<Uint8Array>('sheet-thread', { ...layout, tiles: [] }, timeoutMs, name);
    this.#clear.set(name, making);
    making.catch(() => this.#clear.delete(name));
    return making;
  }

  /** A single tile that stays a PNG is joined with nothing. */
  async #join(key: string, parts: SheetParts): Promise<Uint8Array> {
    const [only] = parts.tiles;
    if (only && parts.tiles.length === 1 && parts.media === 'image/png') return only;
    return this.#threads.run<Uint8Array>('sheet-thread', parts, timeoutMs, key);
  }
}

function inColours(body: Uint8Array, colours: Recolouring | undefined): Uint8Array {
  return colours ? recolour(body, colours) : body;
}
