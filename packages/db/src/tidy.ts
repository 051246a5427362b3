import type { Connection } from './connection.ts';
import { rowsOf } from './context.ts';

/** A table with fewer removed rows than this is left as it is. */
const worthwhile = 5_000;

/**
 * Makes the room of rows that were removed or replaced free for others. PostgreSQL does so by itself; the embedded engine
 * has nobody for it, and its tables would grow for ever.
 *
 * @returns names of the tables that were tidied
 */
export async function tidy({ kind, knex }: Pick<Connection, 'kind' | 'knex'>): Promise<string[]> {
  if (kind !== 'embedded') return [];
  const tables = await rowsOf<{ name: string }>(
    knex,
    `select relname as name from pg_stat_user_tables
     where schemaname = 'public' and n_dead_tup >= :worthwhile order by relname`,
    { worthwhile },
  );
  for (const { name } of tables) await knex.raw('vacuum ??', [name]);
  return tables.map(({ name }) => name);
}
