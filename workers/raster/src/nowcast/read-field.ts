import { DataError } from '@severe/base';
import type { Objects } from '@severe/platform';
import type { Field } from '@severe/raster';
import { openValues, type ValueGrid } from '@severe/raster/values';

/** Cells of a grid that is moved, at most: a country at 2 km. Smaller scales cannot be predicted. */
export const mostMoved = 8_000_000;

/** The field of a value file; of a larger one its finest overview of so many cells. @throws as `readFields` */
export async function readField(key: string, objects: Objects, mostCells = mostMoved): Promise<Field> {
  const [field] = await readFields(key, objects, [mostCells]);
  return field;
}

/** Fields of a value file, one for each number of cells that it may have. @throws {DataError} `values-missing` if there is no such file */
export async function readFields(key: string, objects: Objects, limits: readonly number[]): Promise<Field[]> {
  const bytes = await objects.get(key);
  if (!bytes) throw new DataError('values-missing', `${key} is not in the object store`);
  return limits.map((mostCells) => finestWithin(bytes, mostCells).field());
}

function finestWithin(bytes: Uint8Array, mostCells: number): ValueGrid {
  let grid = openValues(bytes);
  for (let level = 1; grid.width * grid.height > mostCells; level++) grid = openValues(bytes, { level });
  return grid;
}
