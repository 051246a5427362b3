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

/** Local tables by originating centre: NCEP, the gateway of the National Weather Service, ECMWF, MRMS. */
const localTables = new Map<number, ParameterTable>([
  [ncepCentre, ncep],
  [8, ndfd],
  [98, ecmwf],
  [161, mrms],
]);
const firstLocal = 192; // categories and numbers from here are local to the centre

/** The parameter of a field, from the tables of its centre and those common to all. */
export function findParameter(
  discipline: number,
  centre: number,
  { category, number }: Pick<Product, 'category' | 'number'>,
): Parameter {
  const row = (table: ParameterTable): ParameterRow | undefined =>
    table[discipline]?.find((candidate) => candidate[0] === category && candidate[1] === number);
  const local = discipline >= firstLocal || category >= firstLocal || number >= firstLocal;
  const table = local ? localTables.get(centre) : common;
  const found = table && row(table);
  const unknown = `${discipline}/${category}/${number}`;
  return found ? { id: found[2], name: found[4], units: found[3] } : { id: unknown, name: unknown, units: undefined };
}
