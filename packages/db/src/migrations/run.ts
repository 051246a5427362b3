import type { Knex } from 'knex';
import { migrations } from './index.ts';
import type { Migration } from './migration.ts';

/** A number of our own choice: whoever migrates a database of ours holds this lock of its. */
const LOCK = 7_236_310_512;

const source: Knex.MigrationSource<Migration> = {
  getMigrations: async () => migrations,
  getMigrationName: ({ name }) => name,
  getMigration: async ({ sql }) => ({
    up: async (knex) => void (await knex.raw(sql)),
    // Steps back are steps forward: a new migration that undoes.
    down: async () => {
      throw new Error('migrations are only added to');
    },
  }),
};

/**
 * Brings a database up to date, all of it or nothing, in one transaction that holds a lock of PostgreSQL: of several
 * processes that start at once one migrates and the others wait, and one that dies leaves neither lock nor half a schema.
 *
 * @returns the names of the migrations that were run, oldest first
 */
export async function migrate(knex: Knex): Promise<string[]> {
  return knex.transaction(async (trx) => {
    await trx.raw(`set local lock_timeout = '60s'`);
    await trx.raw('select pg_advisory_xact_lock(?)', [LOCK]);
    // Knex keeps a lock of its own in a row, which under ours can only be a left-over.
    await trx.migrate.forceFreeMigrationsLock({ migrationSource: source });
    const [, names] = (await trx.migrate.latest({ migrationSource: source })) as [number, string[]];
    return names;
  });
}
