import { publicHeaders } from '@severe/http';
import type { TileImage } from './tile-image.ts';
import type { ListedFrame } from './frame-index.ts';
import { tileCaching } from './caching.ts';

/**
 * The headers of a response as a flat list for `writeHead`. The list is created once per image and reused with another
 * request id, so it must be written before the next call. The clear tile belongs to many frames; its list may be recreated.
 *
 * @param exact whether the request named the frame, so that the response never changes
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
  const { 'Content-Type': media, ...others } = tileHeaders(frame, drawn, exact);
  // a 304 describes no body
  const headers = known ? others : { 'Content-Type': media, ...others, 'Content-Length': drawn.length };
  return [...Object.entries(headers).flat(), ...commonHeaders, 'X-Request-Id', ''];
}

function placeOf(exact: boolean, known: boolean): number {
  return (exact ? 1 : 0) + (known ? 2 : 0);
}

/** The headers of a tile. */
export function tileHeaders(
  { published, time }: ListedFrame,
  { etag, media, status }: TileImage,
  exact: boolean,
): Record<string, string> {
  return {
    'Content-Type': media,
    ETag: etag,
    'Last-Modified': published,
    'Cache-Control': exact ? tileCaching.exact : tileCaching.moving,
    'X-Frame-Time': time,
    'X-Tile-Status': status,
  };
}
