import { publicHeaders } from '@severe/http';
import type { DrawnTile } from './drawn-tile.ts';
import type { ListedFrame } from './frame-index.ts';
import { tileCaching } from './caching.ts';

/**
 * The headers of an answer, ready for `writeHead`. They are made once for a picture and used again with another id: the
 * array must be written before the next one is asked for. The clear tile belongs to many frames, so its may be made anew.
 *
 * @param exact whether the request named the frame, so that the answer never changes
 * @param known whether the client has the picture already: the headers of a 304
 */
export function headOf(drawn: DrawnTile, frame: ListedFrame, exact: boolean, known: boolean, id: string): string[] {
  let { heads } = drawn;
  if (heads?.frame !== frame) drawn.heads = heads = { frame, lists: [] };
  const head = (heads.lists[placeOf(exact, known)] ??= makeHead(drawn, frame, exact, known));
  head[head.length - 1] = id;
  return head;
}

const everyAnswer = Object.entries(publicHeaders).flat();

function makeHead(drawn: DrawnTile, frame: ListedFrame, exact: boolean, known: boolean): string[] {
  const own = tileHeaders(frame, drawn, exact);
  // a 304 has no media type, which stands first, and no length
  const described = known ? own.slice(2) : [...own, 'Content-Length', drawn.length];
  return [...described, ...everyAnswer, 'X-Request-Id', ''];
}

function placeOf(exact: boolean, known: boolean): number {
  return (exact ? 1 : 0) + (known ? 2 : 0);
}

/** The headers that say what a tile is, as names and values in turn: the form that `writeHead` takes fastest. */
export function tileHeaders(
  { published, time }: ListedFrame,
  { etag, media, status }: DrawnTile,
  exact: boolean,
): string[] {
  return [
    'Content-Type',
    media,
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
