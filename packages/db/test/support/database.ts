import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClock, silentLog, type Clock } from '@severe/base';
import type { Database } from '@severe/db';
import { openEmbedded, type EmbeddedConnection } from '../../src/embedded/open.ts';
import { databaseOn } from '../../src/open.ts';
import { emptyTables } from './empty-tables.ts';

let folder: string | undefined;
let shared: Promise<EmbeddedConnection> | undefined;

/**
 * An empty, migrated, embedded database. One engine serves the whole run (it takes a second and most of a gigabyte),
 * so each call empties the tables of the one before; `close()` leaves it running for the next.
 *
 * @param options.keep leaves the rows: a second view of the same data, with another clock or of the other world
 */
export async function testDatabase(
  options: { simulated?: boolean; clock?: Clock; keep?: boolean } = {},
): Promise<Database> {
  const connection = await testConnection();
  if (!options.keep) await emptyTables(connection.knex);
  const { simulated = false, clock = createClock() } = options;
  return databaseOn({ ...connection, close: async () => {} }, { simulated, clock });
}

/** The engine of `testDatabase`, for tests of what lies below the tables. */
export function testConnection(): Promise<EmbeddedConnection> {
  return (shared ??= open());
}

async function open(): Promise<EmbeddedConnection> {
  folder = await mkdtemp(join(tmpdir(), 'severe-test-'));
  return openEmbedded(folder, silentLog);
}

// Around the whole run: this file is imported while mocha reads the tests, outside any suite. Opened here, the engine
// takes none of the time of the test that happens to be the first; on a busy machine it needs more than one may take.
before(async function () {
  this.timeout(180_000);
  await testConnection();
});

after(async function () {
  this.timeout(60_000);
  const connection = await shared?.catch(() => undefined); // a start that failed has been reported
  await connection?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});
