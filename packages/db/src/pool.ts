import createKnex, { type Knex } from 'knex';
import { TimeoutClient } from './timeout-client.ts';

/** The server cancels a statement after this. If it does not respond, the client closes the connection a little later. */
const STATEMENT_MS = 2_000;
const ANSWER_MS = 2_500;
const CONNECT_MS = 2_500;
/** Longer than the connection timeout, so that the error of the connection attempt is reported. */
const ACQUIRE_MS = 2_800;

/**
 * A pool of connections to one database.
 *
 * @param connection options of pg; `keepsPlans` if each connection is a session of its own, see `preparedRows`
 * @param size       maximum number of connections
 * @param patient    no time limits, for migrations at the start
 */
export function createPool(
  connection: Knex.PgConnectionConfig & { keepsPlans?: boolean },
  size: number,
  patient = false,
): Knex {
  const knex = createKnex({
    client: 'pg',
    connection: {
      application_name: 'severe',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS,
      ...(!patient && { statement_timeout: STATEMENT_MS, answerWithinMs: ANSWER_MS }),
      ...connection,
    } as Knex.PgConnectionConfig,
    compileSqlOnError: false, // keeps values out of error messages and logs
    pool: { min: 0, max: size, idleTimeoutMillis: 60_000 },
    acquireConnectionTimeout: patient ? 60_000 : ACQUIRE_MS,
    log: { warn: () => {}, error: () => {}, debug: () => {}, deprecate: () => {} }, // its warnings are thrown as errors, too
  });
  (knex.client as Knex.Client).driver = { Client: TimeoutClient };
  return knex;
}
