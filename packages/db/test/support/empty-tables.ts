import type { Knex } from 'knex';

/**
 * Empties every table of ours; ids begin with 1 again. PostGIS keeps its own, and so do the migrations. A table that has
 * seen no row is passed over: there are many, with many indices, and to truncate one writes every file of it anew.
 */
export async function emptyTables(knex: Knex): Promise<void> {
  const tables = await namesOf(
    knex,
    `select quote_ident(tablename) as name from pg_tables
     where schemaname = 'public' and tablename not in ('spatial_ref_sys', 'schema_generation')
       and tablename not like 'knex%'`,
  );
  const used = await namesOf(
    knex,
    tables
      .map(
        (table) =>
          `select '${table}' as name where exists (select from ${table})
             or exists (select from pg_sequences where sequencename = '${table}_id_seq' and last_value is not null)`,
      )
      .join(' union all '),
  );
  if (used.length > 0) await knex.raw(`truncate table ${used.join(', ')} restart identity cascade`);
}

async function namesOf(knex: Knex, sql: string): Promise<string[]> {
  const { rows } = await knex.raw<{ rows: { name: string }[] }>(sql);
  return rows.map(({ name }) => name);
}
