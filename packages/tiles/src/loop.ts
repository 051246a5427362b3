import type { PaletteName } from '@severe/catalogue';
import type { Tile } from '@severe/geo';
import { Reply } from '@severe/http';
import { stripLayout, type SheetLayout } from '@severe/raster';
import type { TileContext } from './context.ts';
import type { DrawnTile } from './drawn-tile.ts';
import type { ListedFrame } from './frame-index.ts';
import { tileCaching } from './caching.ts';
import { plainTile } from './serve-tile.ts';
import { coloursOf, type Served } from './served.ts';

/** Times of a product, oldest first, and where each lies on the film strip of a tile. */
export interface Loop extends SheetLayout {
  frames: readonly ListedFrame[];
}

/** How many tiles of one strip are fetched or drawn at once: a strip must not keep all others waiting. */
const atOnce = 4;

/** The frames of a loop, laid out. */
export function loopOf(frames: readonly ListedFrame[]): Loop {
  return { frames, ...stripLayout(frames.length) };
}

/**
 * All frames of one tile in one picture, WebP without loss; a clear one where there is nothing in any of them.
 *
 * @param pinned whether the request named the newest frame: then only one that comes in late can change the answer
 * @throws {RequestError} 422 for a palette that the product does not have
 * @throws {UpstreamError} the store is away, or too many wait for a drawing
 */
export async function serveLoop(
  context: TileContext,
  served: Served,
  { frames, columns, rows }: Loop,
  tile: Tile,
  { palette, pinned }: { palette: PaletteName; pinned: boolean },
): Promise<Reply> {
  const colours = coloursOf(served, palette);
  const { product } = served;
  const ids = frames.map(({ id }) => id).join();
  const key = `loop/${product.family}/${product.id}/${ids}/${tile.z}/${tile.x}/${tile.y}/${palette}`;
  const tiles = () => inTurn(frames, (frame) => plainTile(context, served, frame, tile));
  const { sheets } = context;
  const strip = sheets.peek(key) ?? (await sheets.get({ key, tiles, columns, rows, media: 'image/webp', colours }));
  return new Reply(200, headersOf({ frames, columns, rows }, strip, pinned), strip.body);
}

async function inTurn(
  frames: readonly ListedFrame[],
  tileOf: (frame: ListedFrame) => DrawnTile | Promise<DrawnTile>,
): Promise<DrawnTile[]> {
  const drawn: DrawnTile[] = [];
  for (let i = 0; i < frames.length; i += atOnce) {
    drawn.push(...(await Promise.all(frames.slice(i, i + atOnce).map(async (frame) => tileOf(frame)))));
  }
  return drawn;
}

function headersOf({ frames, columns, rows }: Loop, { etag, media, status }: DrawnTile, pinned: boolean) {
  const newest = frames.at(-1);
  return {
    'Content-Type': media,
    ETag: etag,
    'Cache-Control': pinned ? tileCaching.pinned : tileCaching.moving,
    'X-Tile-Status': status,
    'X-Frame-Times': frames.map(({ stamp }) => stamp).join(', '),
    'X-Loop-Layout': `columns=${columns};rows=${rows};tile=256`,
    ...(newest ? { 'Last-Modified': newest.published, 'X-Frame-Time': newest.time } : {}),
  };
}
