import { DataError } from '@severe/base';
import { findProduct } from '@severe/catalogue';
import { copyFor, valueCode, valuesTile } from '@severe/raster';
import { openValues, type ValueGrid } from '@severe/raster/values';
import type { DrawJob } from './thread.ts';

/** The file that was read last, and its copies: neighbouring tiles follow each other. It is all that outlives a job. */
let last: { key: string; grids: Map<number, ValueGrid> } | undefined;

/** Writes the values of a tile, by the rule of the product over the cells of each pixel. */
export default function write({ family, product: id, valuesKey, values, tile }: DrawJob): Uint8Array {
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
