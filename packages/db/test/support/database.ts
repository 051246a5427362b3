import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClock, silentLog, type Clock } from '@severe/base';
import type { Database } from '@severe/db';
import type { Knex } from 'knex';
import { openEmbedded, type EmbeddedConnection } from '../../src/embedded/open.ts';
import { databaseOn } from '../../src/open.ts';
import { emptyTables } from './empty-tables.ts';

export interface OpenOptions {
  simulated?: boolean;
  clock?: Clock;
  leaseClock?: Clock | undefined;
  keep?: boolean;
}

let folder: string | undefined;
let shared: Promise<EmbeddedConnection> | undefined;

/**
 * An empty, migrated, embedded database. One engine serves the whole run, because it needs a second and almost a gigabyte.
 * Each call empties the tables; `close()` leaves the engine running.
 *
 * @param options.keep keeps the rows, for a second view of the same data with another clock or world
 */
export async function testDatabase(options: OpenOptions = {}): Promise<Database> {
  const connection = await testConnection();
  if (!options.keep) await emptyTables(connection.knex);
  const { simulated = false, clock = createClock() } = options;
  return databaseOn({ ...connection, close: async () => {} }, { simulated, clock, leaseClock: leaseClockOf(options) });
}

/** Leases follow the clock of the test, unless it names another, or undefined for that of the server. */
export function leaseClockOf(options: OpenOptions): Clock | undefined {
  return 'leaseClock' in options ? options.leaseClock : options.clock;
}

/** The connection of `testDatabase`, for tests of the layer below the tables. */
export function testConnection(): Promise<EmbeddedConnection> {
  return (shared ??= open());
}

/** Takes the only session of `testDatabase`, as a long statement does. @returns leaves it to others */
export async function takeSession(): Promise<() => Promise<void>> {
  const client = (await testConnection()).knex.client as Knex.Client;
  const session = (await client.acquireConnection()) as object;
  return () => client.releaseConnection(session);
}

async function open(): Promise<EmbeddedConnection> {
  folder = await mkdtemp(join(tmpdir(), 'severe-test-'));
  return openEmbedded(folder, silentLog);
}

// Root hooks: mocha imports this file outside any suite. The engine is opened here, because on a busy machine that can take
// longer than the timeout of a test.
before(async function () {
  this.timeout(180_000);
  await testConnection();
});

after(async function () {
  this.timeout(60_000);
  const connection = await shared?.catch(() => undefined); // a start that failed has been reported
  shared = undefined; // Stryker runs the same files again, once for each mutant
  await connection?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});
