import { DataError } from '@severe/base';
import { findProduct, isComposite, type Family, type RasterProduct } from '@severe/catalogue';
import type { Tile } from '@severe/geo';
import {
  drawColourImageWindow,
  drawSmoothWindow,
  drawWindow,
  smoothWindowFor,
  windowFor,
  type CellWindow,
  type Field,
} from '@severe/raster';
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
  /** Whether values are interpolated between cells; composites have none. */
  smooth: boolean;
}

type Draw = (tile: Tile, smooth: boolean) => Uint8Array | undefined;

/** The last whole file, because neighbouring tiles follow each other. Nothing else outlives a task. */
let last: { key: string; draw: Draw } | undefined;

/** Draws a tile from the cells that it covers; undefined if it is empty. */
function draw({ family, product: id, valuesKey, values, tile, smooth }: DrawJob): Uint8Array | undefined {
  const product = findProduct(family, id);
  if (!product) throw new DataError('product-unknown', `${family}/${id} is not in the catalogue`);
  if (!(values instanceof SharedArrayBuffer)) return drawerOf(product, values)(tile, smooth);
  if (last?.key !== valuesKey) last = { key: valuesKey, draw: drawerOf(product, new Uint8Array(values)) };
  return last.draw(tile, smooth);
}

/** Prepares a file, or parts of one, for drawing. */
function drawerOf(product: RasterProduct, file: Uint8Array | FileParts): Draw {
  if (isComposite(product)) {
    const image = openColourImage(file);
    return (tile) => {
      const box = windowFor(image, tile);
      return box && drawColourImageWindow(image.window(box.column, box.row, box.width, box.height), tile);
    };
  }
  const grid = openValues(file);
  const cut = ({ column, row, width, height }: CellWindow): Field => grid.window(column, row, width, height);
  return (tile, smooth) => {
    const box = smooth ? smoothWindowFor(grid, tile) : windowFor(grid, tile);
    return box && (smooth ? drawSmoothWindow : drawWindow)(cut(box), product, tile);
  };
}

export default inThread(draw);
