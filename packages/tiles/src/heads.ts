import { publicHeaders } from '@severe/http';
import type { TileImage } from './tile-image.ts';
import type { ListedFrame } from './frame-index.ts';
import { tileCaching } from './caching.ts';

/**
 * The headers of a response, ready for `writeHead`. The array is cached with the image and reused with another request id:
 * it must be written before the next call. The empty tile belongs to many frames, so its headers may be created again.
 *
 * @param exact whether the request names the frame, so that the response never changes
 * @param known whether the client has the image already: the headers of a 304
 */
export function headOf(drawn: TileImage, frame: ListedFrame, exact: boolean, known: boolean, id: string): string[] {
  let { heads } = drawn;
  if (heads?.frame !== frame) drawn.heads = heads = { frame, lists: [] };
  const head = (heads.lists[placeOf(exact, known)] ??= makeHead(drawn, frame, exact, known));
  head[head.length - 1] = id;
  return head;
}

const commonHeaders = Object.entries(publicHeaders).flat();

function makeHead(drawn: TileImage, frame: ListedFrame, exact: boolean, known: boolean): string[] {
  const own = tileHeaders(frame, drawn, exact);
  // a 304 has no Content-Type, which is first, and no Content-Length
  const described = known ? own.slice(2) : [...own, 'Content-Length', drawn.length];
  return [...described, ...commonHeaders, 'X-Request-Id', ''];
}

function placeOf(exact: boolean, known: boolean): number {
  return (exact ? 1 : 0) + (known ? 2 : 0);
}

/** The headers of a tile. Names and values alternate, the fastest form for `writeHead`. */
export function tileHeaders(
  { published, time }: ListedFrame,
  { etag, media, status }: TileImage,
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
