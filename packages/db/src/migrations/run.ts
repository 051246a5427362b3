import type { Knex } from 'knex';
import { migrations } from './index.ts';
import type { Migration } from './migration.ts';

/** Key of the advisory lock that a migrating process holds. The number is arbitrary. */
const lockKey = 7_236_310_512;

const source: Knex.MigrationSource<Migration> = {
  getMigrations: async () => migrations,
  getMigrationName: ({ name }) => name,
  getMigration: async ({ sql }) => ({
    up: async (knex) => void (await knex.raw(sql)),
    // A change is undone by a new migration.
    down: async () => {
      throw new Error('migrations are only added to');
    },
  }),
};

/**
 * Runs all pending migrations in one transaction that holds an advisory lock. Of several processes that start together one
 * migrates and the others wait; a process that dies leaves neither a lock nor half a schema.
 *
 * @returns the names of the migrations that were run, oldest first
 */
export async function migrate(knex: Knex): Promise<string[]> {
  return knex.transaction(async (trx) => {
    await trx.raw(`set local lock_timeout = '60s'`);
    await trx.raw('select pg_advisory_xact_lock(?)', [lockKey]);
    // Knex keeps a lock of its own in a row. While this process holds the advisory lock, that row can only be stale.
    await trx.migrate.forceFreeMigrationsLock({ migrationSource: source });
    const [, names] = (await trx.migrate.latest({ migrationSource: source })) as [number, string[]];
    return names;
  });
}
