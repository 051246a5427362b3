import { createClock } from '@severe/base';
import type { Database } from '@severe/db';
import { leaseClockOf, testDatabase, type OpenOptions } from './database.ts';
import { emptyTables } from './empty-tables.ts';
import { requireService } from '@severe/testing/services';
import type { Connection } from '../../src/connection.ts';
import { databaseOn } from '../../src/open.ts';
import { openPostgres } from '../../src/postgres/open.ts';

export type Open = (options?: OpenOptions) => Promise<Database>;

/** Runs the same tests on the embedded database and, if it is running, on PostgreSQL. `open` returns an empty database. */
export function onEachDatabase(title: string, define: (open: Open) => void): void {
  describe(`${title} (embedded)`, () => define(testDatabase));

  describe(`${title} (PostgreSQL)`, () => {
    let connection: Connection;
    before(async function () {
      const { DATABASE_URL } = await requireService(this, 'postgres');
      connection = await openPostgres(DATABASE_URL);
    });
    after(() => connection?.close());

    define(async (options = {}) => {
      const { simulated = false, clock = createClock(), keep = false } = options;
      if (!keep) await emptyTables(connection.knex);
      return databaseOn(
        { ...connection, close: async () => {} },
        { simulated, clock, leaseClock: leaseClockOf(options) },
      );
    });
  });
}
