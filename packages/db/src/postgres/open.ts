import type { Knex } from 'knex';
import { StartError } from '@severe/base';
import type { Connection } from '../connection.ts';
import { migrate, type Contract } from '../migrations/run.ts';
import { createPool } from '../pool.ts';
import { explainStart, placeOf } from './explain.ts';

const poolSize = 10;

/**
 * The service runs many small queries at once: each on one processor and without JIT. PostGIS declares high costs for its
 * functions, so that the planner would start parallel workers for a small box; that took five times as long on a busy
 * machine.
 */
const sessionOptions = '-c max_parallel_workers_per_gather=0 -c jit=off';

interface PostgresOptions extends Contract {
  /**
   * Whether the URL leads to a pooler in transaction mode: sessions are shared, so that nothing is set in them and no statement has
   * a name. The pooler sets what `docs/operating.md` says.
   */
  pooler?: boolean;
}

/**
 * Opens a database on a PostgreSQL server and runs its migrations.
 *
 * @param url `postgres://user:password@host:port/database`, with the parameters of pg
 * @throws {StartError} one line: wrong password, server unavailable or too old, no permission to create PostGIS
 */
export async function openPostgres(
  url: string,
  { pooler = false, ...contract }: PostgresOptions = {},
): Promise<Connection> {
  const knex = createPool({ connectionString: url }, 1, 'endless');
  const pool = pooler ? createPool({ connectionString: url }, poolSize, 'pooler') : createSessions(url);
  try {
    await refuseOld(knex);
    const migrated = await migrate(knex, contract);
    await pool.raw('select'); // a pooler refuses sessions of our own here
    return { kind: 'postgres', where: `at ${placeOf(url)}`, knex: pool, migrated, close: () => pool.destroy() };
  } catch (error) {
    await pool.destroy();
    throw explainStart(error, url);
  } finally {
    await knex.destroy();
  }
}

/** A pool of sessions of our own. @param more options of the sessions */
export function createSessions(url: string, more = ''): Knex {
  const options = sessionOptions + more;
  return createPool({ connectionString: url, options, keepsPlans: true, pipeline: true }, poolSize);
}

/** `unique nulls not distinct` needs 15. */
const oldestVersion = 15;

async function refuseOld(knex: Knex): Promise<void> {
  const { rows } = await knex.raw<{ rows: { number: string; text: string }[] }>(
    `select current_setting('server_version_num') as number, current_setting('server_version') as text`,
  );
  if (Number(rows[0].number) < oldestVersion * 10_000) {
    throw new StartError(`the database is PostgreSQL ${rows[0].text}, ${oldestVersion} or newer is needed`);
  }
}
