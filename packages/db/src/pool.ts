import createKnex, { type Knex } from 'knex';
import { TimeoutClient } from './timeout-client.ts';

/** The server cancels a statement after this. If it does not respond, the client closes the connection a little later. */
const statementMs = 2_000;
const responseMs = 2_500;
const connectMs = 2_500;
/** Wait for a free connection: on a busy machine the statements before take seconds. */
const acquireMs = 8_000;
/** In the embedded database, all statements share one session and one machine; its engine is watched elsewhere. */
const embeddedMs = 20_000;

/**
 * A pool of connections to one database.
 *
 * @param connection options of pg; `keepsPlans` if each connection is a session of its own, see `preparedRows`
 * @param size       maximum number of connections
 * @param patience   `none` for the time limits of a server, `engine` for the embedded database, `endless` for migrations
 */
export function createPool(
  connection: Knex.PgConnectionConfig & { keepsPlans?: boolean },
  size: number,
  patience: 'none' | 'engine' | 'endless' = 'none',
): Knex {
  const limits = {
    none: { statement_timeout: statementMs, answerWithinMs: responseMs },
    engine: { answerWithinMs: embeddedMs },
    endless: {},
  }[patience];
  const knex = createKnex({
    client: 'pg',
    connection: {
      application_name: 'severe',
      keepAlive: true,
      connectionTimeoutMillis: connectMs,
      ...limits,
      ...connection,
    } as Knex.PgConnectionConfig,
    compileSqlOnError: false, // keeps values out of error messages and logs
    pool: { min: 0, max: size, idleTimeoutMillis: 60_000 },
    acquireConnectionTimeout: { none: acquireMs, engine: embeddedMs, endless: 60_000 }[patience],
    log: { warn: () => {}, error: () => {}, debug: () => {}, deprecate: () => {} }, // its warnings are thrown as errors, too
  });
  (knex.client as Knex.Client).driver = { Client: TimeoutClient };
  return knex;
}
