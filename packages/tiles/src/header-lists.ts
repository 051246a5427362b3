import { publicHeaders } from '@severe/http';
import type { TileImage } from './tile-image.ts';
import type { ListedFrame } from './frame-index.ts';
import { tileCaching } from './caching.ts';

/**
 * The headers of a response as a flat list for `writeHead`. The list is created once per image and reused with another
 * request id, so it must be written before the next call. The clear tile belongs to many frames; its list may be recreated.
 *
 * @param exact whether the request named the frame, so that the response never changes
 * @param cached whether the client has the image: the headers of a 304
 */
export function headersFor(
  drawn: TileImage,
  frame: ListedFrame,
  exact: boolean,
  cached: boolean,
  id: string,
): string[] {
  let { headerLists } = drawn;
  if (headerLists?.frame !== frame) drawn.headerLists = headerLists = { frame, lists: [] };
  const headers = (headerLists.lists[variantOf(exact, cached)] ??= buildHeaders(drawn, frame, exact, cached));
  headers[headers.length - 1] = id;
  return headers;
}

const commonHeaders = Object.entries(publicHeaders).flat();

function buildHeaders(drawn: TileImage, frame: ListedFrame, exact: boolean, cached: boolean): string[] {
  const { 'Content-Type': media, ...others } = tileHeaders(frame, drawn, exact);
  // a 304 describes no body
  const headers = cached ? others : { 'Content-Type': media, ...others, 'Content-Length': drawn.length };
  return [...Object.entries(headers).flat(), ...commonHeaders, 'X-Request-Id', ''];
}

function variantOf(exact: boolean, cached: boolean): number {
  return (exact ? 1 : 0) + (cached ? 2 : 0);
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
