import { DataError } from '@severe/base';
import type { Objects } from '@severe/platform';
import type { Field } from '@severe/raster';
import { openValues } from '@severe/raster/values';

/** Larger mosaics are read as their overview of half the cells along each side: scales below 2 km cannot be predicted. */
const mostCells = 4_000_000;

/** The field of a value file. @throws {DataError} `values-missing` if there is no such file */
export async function readField(key: string, objects: Objects): Promise<Field> {
  const bytes = await objects.get(key);
  if (!bytes) throw new DataError('values-missing', `${key} is not in the object store`);
  const whole = openValues(bytes);
  return (whole.width * whole.height > mostCells ? openValues(bytes, { level: 1 }) : whole).field();
}
