import { DataError } from '@severe/base';
import { findProduct, type Family } from '@severe/catalogue';
import type { Tile } from '@severe/geo';
import { drawWindow, windowFor } from '@severe/raster';
import { openValues, type ValueGrid } from '@severe/raster/values';

/** One tile to be drawn from a value file. The bytes are shared with the thread, not sent. */
export interface DrawJob {
  family: Family;
  product: string;
  /** Differs for every value file. */
  valuesKey: string;
  values: SharedArrayBuffer;
  tile: Tile;
}

/** The file that was drawn from last: neighbouring tiles follow each other. It is all that outlives a job. */
let last: { key: string; grid: ValueGrid } | undefined;

/** Draws the tile from the cells that it shows; undefined when there is nothing to see. */
export default function draw({ family, product: id, valuesKey, values, tile }: DrawJob): Uint8Array | undefined {
  const product = findProduct(family, id);
  if (!product) throw new DataError('product-unknown', `${family}/${id} is not in the catalogue`);
  if (last?.key !== valuesKey) last = { key: valuesKey, grid: openValues(new Uint8Array(values)) };
  const { grid } = last;
  const window = windowFor(grid, tile);
  if (!window) return undefined;
  return drawWindow(grid.window(window.column, window.row, window.width, window.height), product, tile);
}
