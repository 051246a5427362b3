import createKnex, { type Knex } from 'knex';
import { TimeoutClient } from './timeout-client.ts';

/** The server cancels a statement after this. If it does not respond, the client closes the connection a little later. */
const statementMs = 2_000;
const responseMs = 2_500;
const connectMs = 2_500;
/** Longer than the connection timeout, so that the error of the connection attempt is reported. */
const acquireMs = 2_800;

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
      connectionTimeoutMillis: connectMs,
      ...(!patient && { statement_timeout: statementMs, answerWithinMs: responseMs }),
      ...connection,
    } as Knex.PgConnectionConfig,
    compileSqlOnError: false, // keeps values out of error messages and logs
    pool: { min: 0, max: size, idleTimeoutMillis: 60_000 },
    acquireConnectionTimeout: patient ? 60_000 : acquireMs,
    log: { warn: () => {}, error: () => {}, debug: () => {}, deprecate: () => {} }, // its warnings are thrown as errors, too
  });
  (knex.client as Knex.Client).driver = { Client: TimeoutClient };
  return knex;
}
