import type { Connection } from './connection.ts';
import { rowsOf } from './context.ts';

/** Fewer dead rows than this are not worth a vacuum. */
const worthwhile = 5_000;

/**
 * Vacuums tables with many removed or replaced rows. PostgreSQL does so by itself; the embedded engine has no autovacuum,
 * and its tables would grow without limit.
 *
 * @returns names of the tables that were vacuumed
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
