import type { Knex } from 'knex';
import { checkGeneration, generationTableSql, oldestGenerationSql, ownGeneration } from './generation.ts';
import { migrations as own } from './index.ts';
import type { Migration } from './migration.ts';

/** Key of the advisory lock that a migrating process holds. The number is arbitrary. */
const lockKey = 7_236_310_512;

const sourceOf = (migrations: readonly Migration[]): Knex.MigrationSource<Migration> => ({
  getMigrations: async () => [...migrations],
  getMigrationName: ({ name }) => name,
  getMigration: async ({ sql }) => ({
    up: async (knex) => void (await knex.raw(sql)),
    // A change is undone by a new migration.
    down: async () => {
      throw new Error('migrations are only added to');
    },
  }),
});

/** Which migrations an opened database runs. */
export interface Contract {
  /** Whether those run, too, that end a transition; default: no. */
  contract?: boolean;
}

export interface MigrateOptions extends Contract {
  /** Default: those of this release. */
  migrations?: readonly Migration[];
  /** Default: that of this release. */
  generation?: number;
}

/**
 * Runs all pending migrations in one transaction that holds an advisory lock. Of several processes that start together one
 * migrates and the others wait; a process that dies leaves neither a lock nor half a schema. Migrations of later releases that
 * have run already are no error: their expanding ones keep what this release needs.
 *
 * @returns the names of the migrations that were run, oldest first
 * @throws {StartError} a contracting migration has removed what this release needs
 */
export async function migrate(
  knex: Knex,
  { contract = false, migrations = own, generation = ownGeneration }: MigrateOptions = {},
): Promise<string[]> {
  const wanted = migrations.filter((migration) => contract || !migration.contract);
  return knex.transaction(async (trx) => {
    await trx.raw(`set local lock_timeout = '60s'`);
    await trx.raw('set local statement_timeout = 0');
    await trx.raw('select pg_advisory_xact_lock(?)', [lockKey]);
    await trx.raw(generationTableSql);
    const { rows } = await trx.raw<{ rows: { oldest: number }[] }>(oldestGenerationSql);
    checkGeneration(rows[0].oldest, generation);
    const options = { migrationSource: sourceOf(wanted), disableMigrationsListValidation: true };
    // Knex keeps a lock of its own in a row. While this process holds the advisory lock, that row can only be stale.
    await trx.migrate.forceFreeMigrationsLock(options);
    const [, names] = (await trx.migrate.latest(options)) as [number, string[]];
    const oldest = wanted.filter(({ name }) => names.includes(name)).map((each) => each.contract?.oldest ?? 0);
    await trx.raw('update schema_generation set oldest = greatest(oldest, ?)', [Math.max(0, ...oldest)]);
    return names;
  });
}
