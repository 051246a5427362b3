import type { RasterProduct } from '@severe/catalogue';
import type { Tile } from '@severe/geo';
import type { Reply } from '@severe/http';
import { missingValues, statuses, valueCode } from '@severe/raster';
import type { Choice } from './choose-frame.ts';
import type { TileContext } from './context.ts';
import { drawnTile, type DrawnTile } from './drawn-tile.ts';
import { replyOf } from './serve-tile.ts';
import type { Served } from './served.ts';

let outside: DrawnTile | undefined;

/**
 * A tile of values: drawn for whoever asks first, and kept for a while.
 *
 * @throws {UpstreamError} the store is away, or too many wait for a drawing
 */
export function serveValues(
  { valueTiles }: TileContext,
  { product, reaches }: Served,
  choice: Choice,
  tile: Tile,
): Reply | Promise<Reply> {
  if (!reaches(tile)) return replyOf(choice, (outside ??= drawnTile(missingValues(), 'outside')));
  const here = valueTiles.peek(choice.frame, tile);
  if (here) return replyOf(choice, here);
  return valueTiles.draw(choice.frame, product, tile).then((drawn) => replyOf(choice, drawn));
}

/** How to read the values of a product's tiles, for its TileJSON. */
export function encodingOf(product: RasterProduct) {
  const { scale, offset } = valueCode(product);
  return { scale, offset, units: product.units, threshold: product.threshold ?? null, statuses: { ...statuses } };
}
