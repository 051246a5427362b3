import { rowsOf } from './context.ts';
import type { Handle } from './handle.ts';

/** Rows of each table by the statistics of the planner, without reading a table; 0 before the first analysis. */
export async function rowCounts(knex: Handle): Promise<Map<string, number>> {
  const rows = await rowsOf<{ name: string; rows: number }>(
    knex,
    `select relname as name, greatest(reltuples, 0) as rows from pg_class
     where relkind = 'r' and relnamespace = cast(current_schema() as regnamespace)`,
    {},
  );
  return new Map(rows.map(({ name, rows: count }) => [name, count]));
}
