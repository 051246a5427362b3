import type { RasterProduct } from '@severe/catalogue';
import type { Tile } from '@severe/geo';
import type { Reply } from '@severe/http';
import { missingValues, statuses, valueCode } from '@severe/raster';
import type { Choice } from './choose-frame.ts';
import type { TileContext } from './context.ts';
import { tileImage, type TileImage } from './tile-image.ts';
import { replyOf } from './serve-tile.ts';
import type { TileProduct } from './tile-products.ts';

let outside: TileImage | undefined;

/**
 * The response for a tile of values, which is drawn on request.
 *
 * @throws {UpstreamError} the object store is unavailable, or the queue is full
 */
export function serveValues(
  { valueRenderer, caller }: TileContext,
  { product, covers }: TileProduct,
  choice: Choice,
  tile: Tile,
): Reply | Promise<Reply> {
  if (!covers(tile)) return replyOf(choice, (outside ??= tileImage(missingValues(), 'outside')));
  const cached = valueRenderer.peek(choice.frame, tile);
  if (cached) return replyOf(choice, cached);
  return valueRenderer.draw(choice.frame, product, tile, caller).then((image) => replyOf(choice, image));
}

/** The encoding of values in the tiles of a product, for its TileJSON. */
export function encodingOf(product: RasterProduct) {
  const { scale, offset } = valueCode(product);
  return { scale, offset, units: product.units, threshold: product.threshold ?? null, statuses: { ...statuses } };
}
