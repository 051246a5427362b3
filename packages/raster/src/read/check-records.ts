import { DataError } from '@severe/base';
import { levelText, type Grib2Field } from '@severe/grib2';

/** A GRIB2 record by parameter and level, as `wgrib2` names them: `TMP`, `2 m above ground`. */
export interface RecordName {
  parameter: string;
  level: string;
}

/**
 * Refuses a file of other records: the colours and units of a product are wrong for them.
 *
 * @param fields of the file, in any order
 * @throws {DataError} with what was found and what is needed
 */
export function checkRecords(
  fields: readonly Pick<Grib2Field, 'parameter' | 'product'>[],
  records: readonly RecordName[],
): void {
  const found = fields.map(
    ({ parameter, product }) => `${parameter.id} at ${levelText(product.surfaces) || 'no level'}`,
  );
  const needed = records.map(({ parameter, level }) => `${parameter} at ${level}`);
  if ([...found].sort().join() === [...needed].sort().join()) return;
  throw new DataError('wrong-records', `the file holds ${found.join(' and ')}; ${needed.join(' and ')} needed`);
}
