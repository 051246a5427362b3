import { DataError } from '@severe/base';
import { findProduct } from '@severe/catalogue';
import { copyFor, valueCode, valuesTile } from '@severe/raster';
import { openValues, type ValueGrid } from '@severe/raster/values';
import type { DrawJob } from './draw-thread.ts';
import { inThread } from './in-thread.ts';

/** The last file and its overviews, because neighbouring tiles follow each other. Nothing else outlives a task. */
let last: { key: string; grids: Map<number, ValueGrid> } | undefined;

/** A task: one tile of values. Low levels are read from overviews, so the file is whole. */
type ValuesJob = Omit<DrawJob, 'values'> & { values: SharedArrayBuffer };

/** Encodes the values of a tile, with the reduction of the product over the cells of each pixel. */
function write({ family, product: id, valuesKey, values, tile }: ValuesJob): Uint8Array {
  const product = findProduct(family, id);
  if (!product) throw new DataError('product-unknown', `${family}/${id} is not in the catalogue`);
  if (last?.key !== valuesKey) last = { key: valuesKey, grids: new Map() };
  const { grids } = last;
  const gridOf = (level: number): ValueGrid => {
    const grid = grids.get(level) ?? openValues(new Uint8Array(values), { level });
    grids.set(level, grid);
    return grid;
  };
  return valuesTile(gridOf(copyFor(gridOf(0), tile.z)), product, valueCode(product), tile);
}

export default inThread(write);
