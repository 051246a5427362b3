import { RequestError } from '@severe/base';
import { isComposite } from '@severe/catalogue';
import { childrenOf, type Tile } from '@severe/geo';
import { Reply } from '@severe/http';
import type { Caller } from './caller.ts';
import type { Choice } from './choose-frame.ts';
import type { TileContext } from './context.ts';
import { outsideTile, type TileImage } from './tile-image.ts';
import { isJoined, plain, type Form } from './form.ts';
import type { ListedFrame } from './frame-index.ts';
import { coloursOf, type TileProduct } from './tile-products.ts';
import { tileCaching } from './caching.ts';
import { tileHeaders } from './tile-headers.ts';

/** Checks a tile address. @throws {RequestError} 404 outside the grid of its level */
export function checkTile({ z, x, y }: Tile): void {
  const size = 2 ** z;
  if (x < size && y < size) return;
  throw new RequestError(404, 'Tile outside the grid', { 'Cache-Control': tileCaching.noTile });
}

/** The 404 of a missing frame. */
export function noFrame(detail: string): RequestError {
  return new RequestError(404, detail, { 'Cache-Control': tileCaching.noFrame });
}

/**
 * Whether a tile is drawn smoothed if a request wants it. Composites have no values, and pixels larger than cells are not
 * interpolated: their tiles are the plain ones.
 */
function isSmoothed({ product }: TileProduct, { z }: Tile, smooth: boolean): boolean {
  return smooth && z >= product.minSmoothZoom && !isComposite(product);
}

/** The tile of 256 pixels if it is in memory. Synchronous, so that most requests need no promise. */
export function tileInMemory(
  { archives, renderer }: TileContext,
  tileProduct: TileProduct,
  frame: ListedFrame,
  tile: Tile,
  smooth = false,
): TileImage | undefined {
  const { product, covers } = tileProduct;
  if (!covers(tile)) return outsideTile;
  if (isSmoothed(tileProduct, tile, smooth)) return renderer.peek(frame, tile, true);
  if (tile.z > product.maxPrerenderedZoom) return renderer.peek(frame, tile);
  return archives.peek(frame)?.tile(tile.z, tile.x, tile.y);
}

/**
 * The response for a tile: synchronous if the image is in memory, a promise if it must be fetched, drawn or joined.
 *
 * @throws {RequestError} 422 for a palette that the product does not have
 * @throws {UpstreamError} the object store is unavailable, or the queue is full
 */
export function serveTile(
  context: TileContext,
  product: TileProduct,
  choice: Choice,
  tile: Tile,
  form: Form = plain,
): Reply | Promise<Reply> {
  const image = isJoined(form)
    ? formedTile(context, product, choice.frame, tile, form)
    : drawnTile(context, product, choice.frame, tile, form.smooth);
  return image instanceof Promise ? image.then((ready) => replyOf(choice, ready)) : replyOf(choice, image);
}

/** The tile of 256 pixels in the standard palette, as PNG, smoothed or not. */
export function drawnTile(
  context: TileContext,
  product: TileProduct,
  frame: ListedFrame,
  tile: Tile,
  smooth: boolean,
): TileImage | Promise<TileImage> {
  return tileInMemory(context, product, frame, tile, smooth) ?? makeTile(context, product, frame, tile, smooth);
}

/** The tile of 256 pixels; a stored one from an archive of which no other tile may be needed. */
export function tileOfSeries(
  context: TileContext,
  tileProduct: TileProduct,
  frame: ListedFrame,
  tile: Tile,
  smooth: boolean,
): TileImage | Promise<TileImage> {
  const isDrawn = tile.z > tileProduct.product.maxPrerenderedZoom || isSmoothed(tileProduct, tile, smooth);
  if (isDrawn || !tileProduct.covers(tile)) return drawnTile(context, tileProduct, frame, tile, smooth);
  return context.archives.tileOf(frame, tile);
}

/** The tile in another form if it is in memory. */
export function formInMemory(
  context: TileContext,
  product: TileProduct,
  frame: ListedFrame,
  tile: Tile,
  form: Form,
): TileImage | undefined {
  if (!isJoined(form)) return tileInMemory(context, product, frame, tile, form.smooth);
  return product.covers(tile) ? context.joinedTiles.peek(`${frame.valuesKey}/${formKey(tile, form)}`) : undefined;
}

/** The part of a cache key that names a tile in a form. */
export function formKey({ z, x, y }: Tile, { scale, media, palette, smooth }: Form): string {
  return `${z}/${x}/${y}@${scale}/${media}/${palette}${smooth ? '/smooth' : ''}`;
}

/** The tile in another form, joined from tiles of 256 pixels: itself, or the four tiles of the next level. */
function formedTile(
  context: TileContext,
  product: TileProduct,
  frame: ListedFrame,
  tile: Tile,
  form: Form,
): TileImage | Promise<TileImage> {
  const { scale, media, palette, smooth } = form;
  const recolouring = coloursOf(product, palette);
  const key = `${frame.valuesKey}/${formKey(tile, form)}`;
  const parts = scale === 1 ? [tile] : childrenOf(tile);
  const tiles = (caller: Caller) =>
    Promise.all(parts.map(async (part) => drawnTile({ ...context, caller }, product, frame, part, smooth)));
  const { joinedTiles } = context;
  const request = { key, tiles, columns: scale, rows: scale, media, recolouring };
  return joinedTiles.peek(key) ?? joinedTiles.get(request, context.caller);
}

async function makeTile(
  { archives, renderer, caller }: TileContext,
  tileProduct: TileProduct,
  frame: ListedFrame,
  tile: Tile,
  smooth: boolean,
): Promise<TileImage> {
  const { product } = tileProduct;
  if (isSmoothed(tileProduct, tile, smooth)) return renderer.draw(frame, product, tile, caller, true);
  if (tile.z > product.maxPrerenderedZoom) return renderer.draw(frame, product, tile, caller);
  return (await archives.open(frame)).tile(tile.z, tile.x, tile.y);
}

/** The response for a tile. @param more headers beside those of every tile */
export function replyOf({ frame, exact }: Choice, image: TileImage, more: Record<string, string> = {}): Reply {
  return new Reply(200, { ...more, ...tileHeaders(frame, image, exact) }, image.body);
}
