import { hash } from 'node:crypto';
import type { RasterProduct } from '@severe/catalogue';
import { tileRange, uncrossed, type Tile } from '@severe/geo';
import type { PreparedHead } from '@severe/http';
import { clearTile } from '@severe/raster';
import type { TileMedia } from './form.ts';
import type { formDataMedia } from './form-data.ts';
import type { ListedFrame } from './frame-index.ts';

/** An encoded tile, or a bundle of them, ready to be sent. `etag` is strong: a hash of the bytes. */
export interface TileImage {
  body: Uint8Array;
  etag: string;
  /** `Content-Type`. */
  media: TileMedia | typeof formDataMedia;
  /** `Content-Length`. */
  length: string;
  /** `X-Tile-Status`. */
  status: 'data' | 'empty' | 'outside';
  /** Heads of its responses, prepared at the first one. */
  heads?: CachedHeads;
}

/** Heads of the responses of an image as a tile of one frame. */
interface CachedHeads {
  frame: ListedFrame;
  /** By number of the variant; prepared when first needed. */
  byVariant: (PreparedHead | undefined)[];
}

/** Memory of a tile image beside its bytes: the object, the view, strings, the head as text and as a list, the map entry. */
export const tileImageOverhead = 1800;

/** Describes the bytes of a tile; costs one hash of them. */
export function tileImage(
  body: Uint8Array,
  status: TileImage['status'] = 'data',
  media: TileMedia = 'image/png',
): TileImage {
  const digest = hash('sha256', body, 'base64url').slice(0, 22); // 132 bits
  return { body, etag: `"${digest}"`, media, length: String(body.length), status };
}

/** The transparent tile, for tiles without data. */
export const emptyTile = tileImage(clearTile, 'empty');
/** The transparent tile, for tiles outside the bounds of the product. */
export const outsideTile: TileImage = { ...emptyTile, status: 'outside' };

/** A tile address as one small integer, for map keys; z ≤ 10. */
export function tileNumber(z: number, x: number, y: number): number {
  return (z << 20) | (y << 10) | x;
}

/** A test for tiles that the bounds of a product touch, with the ranges of all levels computed once. */
export function coverageOf({ bounds }: Pick<RasterProduct, 'bounds'>, maxZoom: number): (tile: Tile) => boolean {
  const parts = uncrossed([...bounds]);
  const ranges = Array.from({ length: maxZoom + 1 }, (_, z) => parts.map((part) => tileRange(part, z)));
  return ({ z, x, y }) =>
    ranges[z].some(({ minX, maxX, minY, maxY }) => x >= minX && x <= maxX && y >= minY && y <= maxY);
}
