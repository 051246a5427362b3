import createKnex, { type Knex } from 'knex';
import { TimeoutClient } from './timeout-client.ts';

/** A statement that takes longer is given up by the server, and a little later by us if the server does not answer. */
const STATEMENT_MS = 2_000;
const ANSWER_MS = 2_500;
const CONNECT_MS = 2_500;
/** A little longer, so that who waits hears why there is no connection, and none is still being made afterwards. */
const ACQUIRE_MS = 2_800;

/**
 * A pool of connections to one database.
 *
 * @param connection where it is, in the words of pg; `keepsPlans` where each is a session of its own (see `rowsAgain`)
 * @param size       connections at most
 * @param patient    without limits of time, for work that is done once at the start
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
    compileSqlOnError: false, // values stay out of messages, and so out of logs
    pool: { min: 0, max: size, idleTimeoutMillis: 60_000 },
    acquireConnectionTimeout: patient ? 60_000 : ACQUIRE_MS,
    log: { warn: () => {}, error: () => {}, debug: () => {}, deprecate: () => {} }, // what it warns of is thrown as well
  });
  (knex.client as Knex.Client).driver = { Client: TimeoutClient };
  return knex;
}
