import type { Knex } from 'knex';

/** Empties every table of ours; ids begin with 1 again. PostGIS keeps its own, and so do the migrations. */
export async function emptyTables(knex: Knex): Promise<void> {
  const { rows } = await knex.raw<{ rows: { name: string }[] }>(
    `select quote_ident(tablename) as name from pg_tables
     where schemaname = 'public' and tablename <> 'spatial_ref_sys' and tablename not like 'knex%'`,
  );
  await knex.raw(`truncate table ${rows.map(({ name }) => name).join(', ')} restart identity cascade`);
}
