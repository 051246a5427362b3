import { DataError } from '@severe/base';
import { findProduct, isComposite, type Family, type RasterProduct } from '@severe/catalogue';
import type { Tile } from '@severe/geo';
import { drawColourImageWindow, drawWindow, windowFor } from '@severe/raster';
import { openColourImage, openValues, type FileParts } from '@severe/raster/values';
import { inThread } from './in-thread.ts';
import type { TileValues } from './value-reads.ts';

/** A task: one tile of a value file. */
export interface DrawJob {
  family: Family;
  product: string;
  /** Unique for the value file. */
  valuesKey: string;
  values: TileValues;
  tile: Tile;
}

/** The last whole file, because neighbouring tiles follow each other. Nothing else outlives a task. */
let last: { key: string; draw: (tile: Tile) => Uint8Array | undefined } | undefined;

/** Draws a tile from the cells that it covers; undefined if it is empty. */
function draw({ family, product: id, valuesKey, values, tile }: DrawJob): Uint8Array | undefined {
  const product = findProduct(family, id);
  if (!product) throw new DataError('product-unknown', `${family}/${id} is not in the catalogue`);
  if (!(values instanceof SharedArrayBuffer)) return drawerOf(product, values)(tile);
  if (last?.key !== valuesKey) last = { key: valuesKey, draw: drawerOf(product, new Uint8Array(values)) };
  return last.draw(tile);
}

/** Prepares a file, or parts of one, for drawing. */
function drawerOf(product: RasterProduct, file: Uint8Array | FileParts): (tile: Tile) => Uint8Array | undefined {
  if (isComposite(product)) {
    const image = openColourImage(file);
    return (tile) => {
      const box = windowFor(image, tile);
      return box && drawColourImageWindow(image.window(box.column, box.row, box.width, box.height), tile);
    };
  }
  const grid = openValues(file);
  return (tile) => {
    const box = windowFor(grid, tile);
    return box && drawWindow(grid.window(box.column, box.row, box.width, box.height), product, tile);
  };
}

export default inThread(draw);
