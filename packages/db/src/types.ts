import { types as ofPg, type CustomTypesConfig } from 'pg';

/** Readers by the number of the type, which is that of the catalogue `pg_type`: `int8`, and an array of them. */
const readers = new Map<number, (text: string) => unknown>([
  [20, readBigint],
  [1016, (text) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(readBigint))],
]);

/** How values of the server are read: as pg does it, but bigints are numbers. Ids, counts and sizes fit; no array has a null. */
export const types: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && readers.get(oid)) || ofPg.getTypeParser(oid, format)) as CustomTypesConfig['getTypeParser'],
};

/** @throws {RangeError} for a value that no number has exactly */
function readBigint(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`the database sent ${text}, which is too large for a number`);
  return value;
}
