import { inParallel } from '@severe/async';
import type { Tile } from '@severe/geo';
import { Reply } from '@severe/http';
import { filmStripLayout, type JoinLayout } from '@severe/raster';
import type { Caller } from './caller.ts';
import type { TileContext } from './context.ts';
import type { Form } from './form.ts';
import type { TileImage } from './tile-image.ts';
import type { ListedFrame } from './frame-index.ts';
import { tileCaching } from './caching.ts';
import { formKey, tileOfSeries } from './serve-tile.ts';
import { coloursOf, type TileProduct } from './tile-products.ts';

/** Frames of a product, oldest first, and their layout on a film strip. */
interface Loop extends JoinLayout {
  frames: readonly ListedFrame[];
}

const media = 'image/webp';

/** Tiles of one strip that are fetched or drawn at once, so that other requests are not delayed. */
const maxConcurrent = 4;

/** Lays out the frames of a loop. */
export function loopOf(frames: readonly ListedFrame[]): Loop {
  return { frames, ...filmStripLayout(frames.length) };
}

/**
 * The response for a film strip: all frames of one tile in one lossless WebP. It is transparent if all tiles are empty.
 *
 * @param pinned whether the request named the newest frame: then only a frame that arrives late can change the response
 * @throws {RequestError} 422 for a palette that the product does not have
 * @throws {UpstreamError} the object store is unavailable, or the queue is full
 */
export async function serveLoop(
  context: TileContext,
  tileProduct: TileProduct,
  { frames, columns, rows }: Loop,
  tile: Tile,
  { palette, smooth, pinned }: Pick<Form, 'palette' | 'smooth'> & { pinned: boolean },
): Promise<Reply> {
  const recolouring = coloursOf(tileProduct, palette);
  const { product } = tileProduct;
  const ids = frames.map(({ id }) => id).join();
  const key = `loop/${product.family}/${product.id}/${ids}/${formKey(tile, { scale: 1, media, palette, smooth })}`;
  const tiles = (caller: Caller) =>
    inParallel(frames, maxConcurrent, async (frame) =>
      tileOfSeries({ ...context, caller }, tileProduct, frame, tile, smooth),
    );
  const { joinedTiles } = context;
  const request = { key, tiles, columns, rows, media, recolouring } as const;
  const strip = joinedTiles.peek(key) ?? (await joinedTiles.get(request, context.caller));
  return new Reply(200, headersOf({ frames, columns, rows }, strip, pinned), strip.body);
}

function headersOf({ frames, columns, rows }: Loop, { etag, media, status }: TileImage, pinned: boolean) {
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
