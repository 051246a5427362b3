import { DataError } from '@severe/base';
import { findProduct, isComposite, type Family } from '@severe/catalogue';
import type { Tile } from '@severe/geo';
import { drawColourImageWindow, drawSmoothWindow, drawWindow, smoothWindowFor, windowFor } from '@severe/raster';
import { openColourImage, openValues, type FileParts } from '@severe/raster/values';
import { inThread } from './in-thread.ts';

/** A task: one tile of a value file. Nothing outlives it. */
export interface DrawJob {
  family: Family;
  product: string;
  values: FileParts;
  tile: Tile;
  /** Whether values are interpolated between cells; composites have none. */
  smooth: boolean;
}

/** Draws a tile from the cells that it covers; undefined if it is empty. */
function draw({ family, product: id, values, tile, smooth }: DrawJob): Uint8Array | undefined {
  const product = findProduct(family, id);
  if (!product) throw new DataError('product-unknown', `${family}/${id} is not in the catalogue`);
  if (isComposite(product)) {
    const image = openColourImage(values);
    const box = windowFor(image, tile);
    return box && drawColourImageWindow(image.window(box.column, box.row, box.width, box.height), tile);
  }
  const grid = openValues(values);
  const box = smooth ? smoothWindowFor(grid, tile) : windowFor(grid, tile);
  if (!box) return undefined;
  const window = grid.window(box.column, box.row, box.width, box.height);
  return (smooth ? drawSmoothWindow : drawWindow)(window, product, tile);
}

export default inThread(draw);
