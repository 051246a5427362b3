import { headersTo, prepareHead, publicHeaders, type PreparedHead, type Reader } from '@severe/http';
import type { TileImage } from './tile-image.ts';
import type { ListedFrame } from './frame-index.ts';
import { tileCaching } from './caching.ts';

/** A response of the fast path, apart from its request id. */
interface TileVariant {
  /** Whether the request named the frame, so that the response never changes. */
  exact: boolean;
  /** Whether the client has the image: a 304. */
  cached: boolean;
  reader: Reader;
}

/**
 * Status and headers of a response, prepared once per image and variant. The clear tile belongs to many frames; its heads
 * may be prepared again.
 */
export function headFor(image: TileImage, frame: ListedFrame, variant: TileVariant): PreparedHead {
  let { heads } = image;
  if (heads?.frame !== frame) image.heads = heads = { frame, byVariant: [] };
  return (heads.byVariant[numberOf(variant)] ??= prepare(image, frame, variant));
}

const commonHeaders = Object.entries(publicHeaders).flat();

function prepare(image: TileImage, frame: ListedFrame, { exact, cached, reader }: TileVariant): PreparedHead {
  const { 'Content-Type': media, ...others } = tileHeaders(frame, image, exact);
  // a 304 describes no body
  const headers = cached ? others : { 'Content-Type': media, ...others, 'Content-Length': image.length };
  return prepareHead(cached ? 304 : 200, headersTo(reader, [...Object.entries(headers).flat(), ...commonHeaders]));
}

const readerNumber: Record<Reader, number> = { other: 0, script: 4, proxy: 8 };

function numberOf({ exact, cached, reader }: TileVariant): number {
  return (exact ? 1 : 0) + (cached ? 2 : 0) + readerNumber[reader];
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
