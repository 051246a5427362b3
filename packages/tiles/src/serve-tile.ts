import { RequestError } from '@severe/base';
import { childrenOf, type Tile } from '@severe/geo';
import { Reply } from '@severe/http';
import type { Choice } from './choose-frame.ts';
import type { TileContext } from './context.ts';
import { outsideTile, type TileImage } from './tile-image.ts';
import { isPlain, plain, type Form } from './form.ts';
import type { ListedFrame } from './frame-index.ts';
import { coloursOf, type TileProduct } from './tile-products.ts';
import { tileCaching } from './caching.ts';
import { tileHeaders } from './header-lists.ts';

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

/** The plain tile if it is in memory. Synchronous, so that most requests need no promise. */
export function tileInMemory(
  { archives, renderer }: TileContext,
  { product, covers }: TileProduct,
  frame: ListedFrame,
  tile: Tile,
): TileImage | undefined {
  if (!covers(tile)) return outsideTile;
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
  const image = isPlain(form)
    ? plainTile(context, product, choice.frame, tile)
    : formedTile(context, product, choice.frame, tile, form);
  return image instanceof Promise ? image.then((ready) => replyOf(choice, ready)) : replyOf(choice, image);
}

/** The tile in its plain form. */
export function plainTile(
  context: TileContext,
  product: TileProduct,
  frame: ListedFrame,
  tile: Tile,
): TileImage | Promise<TileImage> {
  return tileInMemory(context, product, frame, tile) ?? makeTile(context, product, frame, tile);
}

/** The tile in another form if it is in memory. */
export function formInMemory(
  { joinedTiles }: TileContext,
  { covers }: TileProduct,
  frame: ListedFrame,
  tile: Tile,
  form: Form,
): TileImage | undefined {
  return covers(tile) ? joinedTiles.peek(formKey(frame, tile, form)) : undefined;
}

function formKey({ valuesKey }: ListedFrame, { z, x, y }: Tile, { scale, media, palette }: Form): string {
  return `${valuesKey}/${z}/${x}/${y}@${scale}/${media}/${palette}`;
}

/** The tile in another form, joined from plain tiles: itself, or the four tiles of the next level. */
function formedTile(
  context: TileContext,
  product: TileProduct,
  frame: ListedFrame,
  tile: Tile,
  form: Form,
): TileImage | Promise<TileImage> {
  const { scale, media, palette } = form;
  const recolouring = coloursOf(product, palette);
  const key = formKey(frame, tile, form);
  const parts = scale === 1 ? [tile] : childrenOf(tile);
  const tiles = () => Promise.all(parts.map(async (part) => plainTile(context, product, frame, part)));
  const { joinedTiles } = context;
  return joinedTiles.peek(key) ?? joinedTiles.get({ key, tiles, columns: scale, rows: scale, media, recolouring });
}

async function makeTile(
  { archives, renderer }: TileContext,
  { product }: TileProduct,
  frame: ListedFrame,
  tile: Tile,
): Promise<TileImage> {
  if (tile.z > product.maxPrerenderedZoom) return renderer.draw(frame, product, tile);
  return (await archives.open(frame)).tile(tile.z, tile.x, tile.y);
}

/** The response for a tile. @param more headers beside those of every tile */
export function replyOf({ frame, exact }: Choice, image: TileImage, more: Record<string, string> = {}): Reply {
  return new Reply(200, { ...more, ...tileHeaders(frame, image, exact) }, image.body);
}
