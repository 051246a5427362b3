import { hash } from 'node:crypto';
import type { RasterProduct } from '@severe/catalogue';
import { tileRange, type Tile } from '@severe/geo';
import { clearTile } from '@severe/raster';
import type { TileMedia } from './form.ts';
import type { ListedFrame } from './frame-index.ts';

/** A picture as it is sent. `etag` is strong: equal bytes have equal tags, and different bytes different ones. */
export interface DrawnTile {
  body: Uint8Array;
  etag: string;
  /** `Content-Type`. */
  media: TileMedia;
  /** `Content-Length`, ready to be sent. */
  length: string;
  /** `X-Tile-Status`. */
  status: 'data' | 'empty' | 'outside';
  /** Its headers, made when they are first sent. */
  heads?: Heads;
}

/** The headers of a picture as one frame's tile: names and values in turn, the request id last. */
export interface Heads {
  frame: ListedFrame;
  /** Made when first needed; the place is that of `placeOf`. */
  lists: (string[] | undefined)[];
}

/** What a drawn tile holds in memory beside its bytes: the object, the view, texts, headers, its place in a map. */
export const drawnTileOverhead = 1400;

/** Makes the answer for a picture; costs one hash of its bytes. */
export function drawnTile(
  body: Uint8Array,
  status: DrawnTile['status'] = 'data',
  media: TileMedia = 'image/png',
): DrawnTile {
  const digest = hash('sha256', body, 'base64url').slice(0, 22); // 132 bits
  return { body, etag: `"${digest}"`, media, length: String(body.length), status };
}

/** The one clear picture, for a tile on which there is nothing to see … */
export const emptyTile = drawnTile(clearTile, 'empty');
/** … and for one that the product does not reach. */
export const outsideTile: DrawnTile = { ...emptyTile, status: 'outside' };

/** A tile as one small whole number, for maps that are asked on every request; z to 10. */
export function tileNumber(z: number, x: number, y: number): number {
  return (z << 20) | (y << 10) | x;
}

/** For every level which tiles the bounds of a product touch, made once: asked on every request. */
export function reachOf({ bounds }: Pick<RasterProduct, 'bounds'>, maxZoom: number): (tile: Tile) => boolean {
  const ranges = Array.from({ length: maxZoom + 1 }, (_, z) => tileRange(bounds, z));
  return ({ z, x, y }) => {
    const { minX, maxX, minY, maxY } = ranges[z];
    return x >= minX && x <= maxX && y >= minY && y <= maxY;
  };
}
