import type { Knex } from 'knex';
import { StartError } from '@severe/base';
import type { Connection } from '../connection.ts';
import { migrate } from '../migrations/run.ts';
import { createPool } from '../pool.ts';
import { explainStart, placeOf } from './explain.ts';

const POOL = 10;

/**
 * Many small queries at once: each on one processor and without compiling its plan. PostGIS rates its functions as so
 * dear that helpers would be started for a box on a map, which took five times as long on a machine that was busy.
 */
const OPTIONS = '-c max_parallel_workers_per_gather=0 -c jit=off';

/**
 * Opens a PostgreSQL server's database and brings it up to date.
 *
 * @param url `postgres://user:password@host:port/database`, with the parameters that pg knows
 * @throws {StartError} a wrong password, a server that is away or too old, no right to PostGIS: in one line
 */
export async function openPostgres(url: string): Promise<Connection> {
  const knex = createPool({ connectionString: url }, 1, true);
  let migrated: string[];
  try {
    await refuseOld(knex);
    migrated = await migrate(knex);
  } catch (error) {
    throw explainStart(error, url);
  } finally {
    await knex.destroy();
  }
  const pool = createPool({ connectionString: url, options: OPTIONS, keepsPlans: true }, POOL);
  return { kind: 'postgres', where: `at ${placeOf(url)}`, knex: pool, migrated, close: () => pool.destroy() };
}

/** `unique nulls not distinct` came with 15. */
const OLDEST = 15;

async function refuseOld(knex: Knex): Promise<void> {
  const { rows } = await knex.raw<{ rows: { number: string; text: string }[] }>(
    `select current_setting('server_version_num') as number, current_setting('server_version') as text`,
  );
  if (Number(rows[0].number) < OLDEST * 10_000) {
    throw new StartError(`the database is PostgreSQL ${rows[0].text}, ${OLDEST} or newer is needed`);
  }
}
