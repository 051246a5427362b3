import { DataError } from '@severe/base';
import { findProduct, isPicture, type Family, type RasterProduct } from '@severe/catalogue';
import type { Tile } from '@severe/geo';
import { drawPictureWindow, drawWindow, windowFor } from '@severe/raster';
import { openPicture, openValues } from '@severe/raster/values';

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
let last: { key: string; draw: (tile: Tile) => Uint8Array | undefined } | undefined;

/** Draws the tile from the cells that it shows; undefined when there is nothing to see. */
export default function draw({ family, product: id, valuesKey, values, tile }: DrawJob): Uint8Array | undefined {
  const product = findProduct(family, id);
  if (!product) throw new DataError('product-unknown', `${family}/${id} is not in the catalogue`);
  if (last?.key !== valuesKey) last = { key: valuesKey, draw: drawerOf(product, new Uint8Array(values)) };
  return last.draw(tile);
}

/** Draws tiles of a file from the cells that they show. */
function drawerOf(product: RasterProduct, bytes: Uint8Array): (tile: Tile) => Uint8Array | undefined {
  if (isPicture(product)) {
    const picture = openPicture(bytes);
    return (tile) => {
      const box = windowFor(picture, tile);
      return box && drawPictureWindow(picture.window(box.column, box.row, box.width, box.height), tile);
    };
  }
  const grid = openValues(bytes);
  return (tile) => {
    const box = windowFor(grid, tile);
    return box && drawWindow(grid.window(box.column, box.row, box.width, box.height), product, tile);
  };
}
