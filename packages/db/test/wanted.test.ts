import { expect } from 'chai';
import { requireService } from '@severe/testing/services';
import { until } from '@severe/testing/until';
import type { Connection } from '../src/connection.ts';
import { preparedRows, rowsOf } from '../src/context.ts';
import { openPostgres } from '../src/postgres/open.ts';
import { readWhileWanted } from '../src/wanted.ts';
import { testConnection } from './support/database.ts';

const gone = new Error('gone');
const reads = { rowsOf, preparedRows };

for (const [name, read] of Object.entries(reads)) {
  describe(`db/wanted, ${name}`, () => {
    it('reads what is wanted, and starts no statement after that', async () => {
      const { knex } = await testConnection();
      const leaving = new AbortController();
      const results = await readWhileWanted(leaving.signal, async () => {
        const before = await read(knex, 'select cast(:one as int) as one', { one: 1 });
        leaving.abort(gone);
        const after = await read(knex, 'select 1 / 0', {}).catch((error: unknown) => error);
        return [before, after];
      });
      expect(results).to.deep.equal([[{ one: 1 }], gone]);
      expect(await read(knex, 'select 2 as two', {})).to.deep.equal([{ two: 2 }]);
    });
  });

  describe(`db/wanted, ${name} (PostgreSQL)`, () => {
    let connection: Connection;
    before(async function () {
      connection = await openPostgres((await requireService(this, 'postgres')).DATABASE_URL);
    });
    after(() => connection?.close());

    it('cancels a running statement that nobody wants any more, and the connection can be used again', async () => {
      const { knex } = connection;
      const leaving = new AbortController();
      const startedAt = performance.now();
      const reading = readWhileWanted(leaving.signal, () => read(knex, 'select pg_sleep(1.9), 1 as one', {}));
      const running = () =>
        rowsOf(
          knex,
          `select 1 from pg_stat_activity where query like 'select pg_sleep(1.9)%' and state = 'active'`,
          {},
        );
      await until(async () => (await running()).length > 0);
      leaving.abort(gone);
      expect(await reading.catch((error: unknown) => error)).to.equal(gone);
      expect(await running()).to.deep.equal([]);
      expect(performance.now() - startedAt).to.be.lessThan(1900);
      expect(await rowsOf(knex, 'select 3 as three', {})).to.deep.equal([{ three: 3 }]);
    });
  });
}
