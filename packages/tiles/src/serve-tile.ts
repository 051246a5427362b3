import { RequestError } from '@severe/base';
import { childrenOf, type Tile } from '@severe/geo';
import { Reply } from '@severe/http';
import type { Choice } from './choose-frame.ts';
import type { TileContext } from './context.ts';
import { outsideTile, type DrawnTile } from './drawn-tile.ts';
import { isPlain, plain, type Form } from './form.ts';
import type { ListedFrame } from './frame-index.ts';
import { coloursOf, type Served } from './served.ts';
import { tileCaching } from './caching.ts';
import { tileHeaders } from './heads.ts';

/** @throws {RequestError} 404 where the level has no such tile */
export function checkTile({ z, x, y }: Tile): void {
  const size = 2 ** z;
  if (x < size && y < size) return;
  throw new RequestError(404, 'Tile outside the grid', { 'Cache-Control': tileCaching.noTile });
}

/** The 404 of a frame that is not there. */
export function noFrame(detail: string): RequestError {
  return new RequestError(404, detail, { 'Cache-Control': tileCaching.noFrame });
}

/** The picture if it is in memory: nothing here waits, so that most requests are answered at once. */
export function tileInMemory(
  { packs, draws }: TileContext,
  { product, reaches }: Served,
  frame: ListedFrame,
  tile: Tile,
): DrawnTile | undefined {
  if (!reaches(tile)) return outsideTile;
  if (tile.z > product.maxPrerenderedZoom) return draws.peek(frame, tile);
  return packs.peek(frame)?.tile(tile.z, tile.x, tile.y);
}

/**
 * The answer for a tile: at once where the picture is in memory, later where it has to be fetched, drawn or put into
 * another form.
 *
 * @throws {RequestError} 422 for a palette that the product does not have
 * @throws {UpstreamError} the store is away, or too many wait for a drawing
 */
export function serveTile(
  context: TileContext,
  served: Served,
  choice: Choice,
  tile: Tile,
  form: Form = plain,
): Reply | Promise<Reply> {
  const made = isPlain(form)
    ? plainTile(context, served, choice.frame, tile)
    : formedTile(context, served, choice.frame, tile, form);
  return made instanceof Promise ? made.then((drawn) => replyOf(choice, drawn)) : replyOf(choice, made);
}

/** The picture in the form in which it is drawn. */
export function plainTile(
  context: TileContext,
  served: Served,
  frame: ListedFrame,
  tile: Tile,
): DrawnTile | Promise<DrawnTile> {
  return tileInMemory(context, served, frame, tile) ?? makeTile(context, served, frame, tile);
}

/** The picture in another form if it is in memory. */
export function formInMemory(
  { sheets }: TileContext,
  { reaches }: Served,
  frame: ListedFrame,
  tile: Tile,
  form: Form,
): DrawnTile | undefined {
  return reaches(tile) ? sheets.peek(formKey(frame, tile, form)) : undefined;
}

function formKey({ valuesKey }: ListedFrame, { z, x, y }: Tile, { scale, media, palette }: Form): string {
  return `${valuesKey}/${z}/${x}/${y}@${scale}/${media}/${palette}`;
}

/** The same in another form, which is made of plain tiles: of itself, or of the four of the next level. */
function formedTile(
  context: TileContext,
  served: Served,
  frame: ListedFrame,
  tile: Tile,
  form: Form,
): DrawnTile | Promise<DrawnTile> {
  const { scale, media, palette } = form;
  const colours = coloursOf(served, palette);
  const key = formKey(frame, tile, form);
  const parts = scale === 1 ? [tile] : childrenOf(tile);
  const tiles = () => Promise.all(parts.map(async (part) => plainTile(context, served, frame, part)));
  const { sheets } = context;
  return sheets.peek(key) ?? sheets.get({ key, tiles, columns: scale, rows: scale, media, colours });
}

async function makeTile(
  { packs, draws }: TileContext,
  { product }: Served,
  frame: ListedFrame,
  tile: Tile,
): Promise<DrawnTile> {
  if (tile.z > product.maxPrerenderedZoom) return draws.draw(frame, product, tile);
  return (await packs.open(frame)).tile(tile.z, tile.x, tile.y);
}

/** The answer for a picture. @param more headers beside those that every tile has */
export function replyOf({ frame, exact }: Choice, drawn: DrawnTile, more: Record<string, string> = {}): Reply {
  const flat = tileHeaders(frame, drawn, exact);
  const headers: Record<string, string> = { ...more };
  for (let i = 0; i < flat.length; i += 2) headers[flat[i]] = flat[i + 1];
  return new Reply(200, headers, drawn.body);
}
