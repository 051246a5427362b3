import type { Product } from '../product.ts';
import { common } from './common.ts';
import { ecmwf } from './ecmwf.ts';
import { mrms } from './mrms.ts';
import { ncep } from './ncep.ts';
import { ndfd } from './ndfd.ts';
import type { ParameterRow, ParameterTable } from './table.ts';

/** The quantity of a field as text. */
export interface Parameter {
  /** The provider's abbreviation, as in an `.idx` file or a file name; `discipline/category/number` if unknown. */
  id: string;
  /** English name; the id if unknown. */
  name: string;
  /** As in the tables; undefined if unknown, `''` for dimensionless quantities. */
  units: string | undefined;
}

/** Originating centre of NCEP, common table C-11. */
export const ncepCentre = 7;

type Rows = Map<string, ParameterRow>;

const keyOf = (discipline: number | string, category: number, number: number): string =>
  `${discipline}/${category}/${number}`;

/** The rows of a table by their numbers. */
function rowsOf(table: ParameterTable): Rows {
  const lists = Object.entries(table);
  return new Map(lists.flatMap(([discipline, rows]) => rows.map((row) => [keyOf(discipline, row[0], row[1]), row])));
}

const commonRows = rowsOf(common);
/** Local rows by originating centre: NCEP, the gateway of the National Weather Service, ECMWF, MRMS. */
const localRows = new Map<number, Rows>([
  [ncepCentre, rowsOf(ncep)],
  [8, rowsOf(ndfd)],
  [98, rowsOf(ecmwf)],
  [161, rowsOf(mrms)],
]);
const firstLocal = 192; // categories and numbers from here are local to the centre

/** The parameter of a field, from the tables of its centre and those common to all. */
export function findParameter(
  discipline: number,
  centre: number,
  { category, number }: Pick<Product, 'category' | 'number'>,
): Parameter {
  const local = discipline >= firstLocal || category >= firstLocal || number >= firstLocal;
  const key = keyOf(discipline, category, number);
  const found = (local ? localRows.get(centre) : commonRows)?.get(key);
  return found ? { id: found[2], name: found[4], units: found[3] } : { id: key, name: key, units: undefined };
}
