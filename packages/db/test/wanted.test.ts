import { expect } from 'chai';
import type { Knex } from 'knex';
import { requireService } from '@severe/testing/services';
import { until } from '@severe/testing/until';
import { preparedRows, rowsOf } from '../src/context.ts';
import { whileWanted } from '../src/handle.ts';
import { createPool } from '../src/pool.ts';
import { testConnection } from './support/database.ts';

const gone = new Error('gone');
const reads = { rowsOf, preparedRows };

for (const [name, read] of Object.entries(reads)) {
  describe(`db/wanted, ${name}`, () => {
    it('reads what is wanted, and starts no statement after that', async () => {
      const { knex } = await testConnection();
      const leaving = new AbortController();
      const wanted = whileWanted(knex, leaving.signal);
      expect(await read(wanted, 'select cast(:one as int) as one', { one: 1 })).to.deep.equal([{ one: 1 }]);
      leaving.abort(gone);
      expect(await read(wanted, 'select 1 / 0', {}).catch((error: unknown) => error)).to.equal(gone);
      expect(await read(knex, 'select 2 as two', {})).to.deep.equal([{ two: 2 }]);
    });
  });

  describe(`db/wanted, ${name} (PostgreSQL)`, () => {
    let knex: Knex;
    before(async function () {
      const { DATABASE_URL: connectionString } = await requireService(this, 'postgres');
      knex = createPool({ connectionString, keepsPlans: true }, 2, 'endless'); // no time limit ends the statement
    });
    after(() => knex?.destroy());

    it('cancels a running statement that nobody wants any more, and the connection can be used again', async () => {
      const leaving = new AbortController();
      const reading = read(whileWanted(knex, leaving.signal), 'select pg_sleep(300), 1 as one', {});
      const running = () =>
        rowsOf(
          knex,
          `select 1 from pg_stat_activity where query like 'select pg_sleep(300)%' and state = 'active'`,
          {},
        );
      await until(async () => (await running()).length > 0);
      leaving.abort(gone);
      expect(await reading.catch((error: unknown) => error)).to.equal(gone);
      await until(async () => (await running()).length === 0);
      expect(await rowsOf(knex, 'select 3 as three', {})).to.deep.equal([{ three: 3 }]);
    });
  });
}
