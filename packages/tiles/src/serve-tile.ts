import { RequestError } from '@severe/base';
import type { Tile } from '@severe/geo';
import { Reply } from '@severe/http';
import type { Choice } from './choose-frame.ts';
import type { TileContext } from './context.ts';
import { outsideTile, type DrawnTile } from './drawn-tile.ts';
import type { ListedFrame } from './frame-index.ts';
import type { Served } from './served.ts';

/** A frame never changes, so what was asked for by name may be kept; what is newest, or near, may soon be another. */
export const tileCaching = {
  exact: 'public, max-age=604800, immutable',
  moving: 'public, max-age=30, stale-while-revalidate=60',
  /** A frame that is not there yet may come at any moment. */
  noFrame: 'public, max-age=5',
  /** The grid never changes. */
  noTile: 'public, max-age=86400',
} as const;

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
export function tileAtHand(
  { packs, draws }: TileContext,
  { product, reaches }: Served,
  frame: ListedFrame,
  tile: Tile,
): DrawnTile | undefined {
  if (!reaches(tile)) return outsideTile;
  if (tile.z > product.drawnAhead) return draws.peek(frame, tile);
  return packs.peek(frame)?.tile(tile.z, tile.x, tile.y);
}

/**
 * The answer for a tile: at once where the picture is in memory, later where it has to be fetched or drawn.
 *
 * @throws {UpstreamError} the store is away, or too many wait for a drawing
 */
export function serveTile(context: TileContext, served: Served, choice: Choice, tile: Tile): Reply | Promise<Reply> {
  const drawn = tileAtHand(context, served, choice.frame, tile);
  if (drawn) return replyOf(choice, drawn);
  return makeTile(context, served, choice.frame, tile).then((made) => replyOf(choice, made));
}

/** The headers that say what a tile is, as names and values in turn: the form that `writeHead` takes fastest. */
export function tileHeaders({ published, time }: ListedFrame, { etag, status }: DrawnTile, exact: boolean): string[] {
  return [
    'Content-Type',
    'image/png',
    'ETag',
    etag,
    'Last-Modified',
    published,
    'Cache-Control',
    exact ? tileCaching.exact : tileCaching.moving,
    'X-Frame-Time',
    time,
    'X-Tile-Status',
    status,
  ];
}

async function makeTile(
  { packs, draws }: TileContext,
  { product }: Served,
  frame: ListedFrame,
  tile: Tile,
): Promise<DrawnTile> {
  if (tile.z > product.drawnAhead) return draws.draw(frame, product, tile);
  return (await packs.open(frame)).tile(tile.z, tile.x, tile.y);
}

function replyOf({ frame, exact }: Choice, drawn: DrawnTile): Reply {
  const flat = tileHeaders(frame, drawn, exact);
  const headers: Record<string, string> = {};
  for (let i = 0; i < flat.length; i += 2) headers[flat[i]] = flat[i + 1];
  return new Reply(200, headers, drawn.body);
}
