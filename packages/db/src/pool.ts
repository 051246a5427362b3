import createKnex, { type Knex } from 'knex';
import { types as ofPg, type CustomTypesConfig } from 'pg';
import { TimeoutClient } from './timeout-client.ts';

/** Readers by the number of the type, which is that of the catalogue `pg_type`: `int8`, and an array of them. */
const readers = new Map<number, (text: string) => unknown>([
  [20, readBigint],
  [1016, (text) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(readBigint))],
]);

/** How values of the server are read: as pg does it, but bigints are numbers. Ids, counts and sizes fit; no array has a null. */
const types: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && readers.get(oid)) || ofPg.getTypeParser(oid, format)) as CustomTypesConfig['getTypeParser'],
};

/** @throws {RangeError} for a value that no number has exactly */
function readBigint(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`the database sent ${text}, which is too large for a number`);
  return value;
}

/**
 * The server cancels a statement after this. If it does not respond, the client closes the connection a little later. A
 * statement takes milliseconds, on a busy machine seconds. One that waits for a lock is cancelled sooner.
 */
const statementMs = 6_000;
const lockMs = 2_000;
const responseMs = 7_000;
const connectMs = 2_500;
/** Wait for a free connection: on a busy machine the statements before take seconds. */
const acquireMs = 15_000;
/** In the embedded database, all statements share one session. How long they take is watched in its thread. */
const acquireEmbeddedMs = 60_000;

/**
 * A pool of connections to one database.
 *
 * @param connection options of pg; `keepsPlans` if each connection is a session of its own, see `preparedRows`; `pipeline` if
 *   it may be sent several statements at once, see `sendTogether`
 * @param size       maximum number of connections
 * @param patience   `none` for the time limits of a server, `pooler` if they are its own, `engine` for the embedded database,
 *   `endless` for migrations
 */
export function createPool(
  connection: Knex.PgConnectionConfig & { keepsPlans?: boolean; pipeline?: boolean },
  size: number,
  patience: 'none' | 'pooler' | 'engine' | 'endless' = 'none',
): Knex {
  const limits = {
    none: { statement_timeout: statementMs, lock_timeout: lockMs, answerWithinMs: responseMs },
    pooler: { answerWithinMs: responseMs },
    engine: {},
    endless: {},
  }[patience];
  const knex = createKnex({
    client: 'pg',
    connection: {
      application_name: 'severe',
      types,
      keepAlive: true,
      connectionTimeoutMillis: connectMs,
      ...limits,
      ...connection,
    } as Knex.PgConnectionConfig,
    compileSqlOnError: false, // keeps values out of error messages and logs
    pool: { min: 0, max: size, idleTimeoutMillis: 60_000 },
    acquireConnectionTimeout: { none: acquireMs, pooler: acquireMs, engine: acquireEmbeddedMs, endless: 60_000 }[
      patience
    ],
    log: { warn: () => {}, error: () => {}, debug: () => {}, deprecate: () => {} }, // its warnings are thrown as errors, too
  });
  (knex.client as Knex.Client).driver = { Client: TimeoutClient };
  return knex;
}
