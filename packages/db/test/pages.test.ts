import { expect } from 'chai';
import { testConnection } from './support/database.ts';
import { pageOf, uncountedPageOf } from '../src/filters.ts';

/** Five rows in an order that is not that of their ids; ids are `bigint`, which pg returns as text. */
const table = `(select cast(id as bigint) as id, name from
  (values (1, 'e'), (2, 'b'), (3, 'd'), (4, 'a'), (5, 'c')) given (id, name))`;
interface Named {
  id: string;
  name: string;
}
const columns = 't.id, t.name';
const order = 't.name';
const all = { sql: 'true', values: {} };

/** A row of nulls is `null`. */
const namesOf = (rows: { name: string | null }[]): string => rows.map(({ name }) => String(name)).join('');

describe('pages', () => {
  for (const [title, how] of Object.entries({
    'of a list': {},
    'of a list that is counted in a second scan': { countSeparately: true },
    'of a frequent list': { prepared: true },
  })) {
    describe(title, () => {
      const page = async (more: { limit: number; offset: number; through?: number; where?: typeof all }) => {
        const { knex } = await testConnection();
        const read = await pageOf<Named>(knex, { columns, from: table, order, where: all, ...how, ...more });
        return { ...read, rows: namesOf(read.rows) };
      };

      it('hold the rows in order, and count all', async () => {
        expect(await page({ limit: 2, offset: 0 })).to.deep.equal({ rows: 'ab', matched: 5, through: 5 });
        expect(await page({ limit: 2, offset: 4 })).to.deep.equal({ rows: 'e', matched: 5, through: 5 });
      });

      it('are empty after the last, and still count all', async () => {
        expect(await page({ limit: 2, offset: 9 })).to.deep.equal({ rows: '', matched: 5, through: 5 });
      });

      it('leave out rows that came after the first page', async () => {
        expect(await page({ limit: 9, offset: 0, through: 3 })).to.deep.equal({ rows: 'bde', matched: 3, through: 3 });
        expect(await page({ limit: 9, offset: 0, through: 0 })).to.deep.equal({ rows: '', matched: 0, through: undefined }); // prettier-ignore
      });

      it('hold rows that meet the condition', async () => {
        const where = { sql: 't.name > :after', values: { after: 'c' } };
        expect(await page({ limit: 1, offset: 1, where })).to.deep.equal({ rows: 'e', matched: 2, through: 3 });
      });
    });
  }

  it('are read from an expression with values of its own', async () => {
    const { knex } = await testConnection();
    const from = { sql: `(select * from ${table} g where g.name <> :left)`, values: { left: 'a' } };
    const where = { sql: 't.name < :before', values: { before: 'd' } };
    const { rows, matched } = await pageOf<Named>(knex, { columns, from, order, where, limit: 5, offset: 0 });
    expect([namesOf(rows), matched]).to.deep.equal(['bc', 2]);
  });

  it('that are not counted say whether another follows', async () => {
    const { knex } = await testConnection();
    const page = async (limit: number) => {
      const where = { sql: 't.name <> :left', values: { left: 'c' } };
      const read = await uncountedPageOf<Named>(knex, { columns, from: table, order, where, limit });
      return [namesOf(read.rows), read.more];
    };
    expect(await page(2)).to.deep.equal(['ab', true]);
    expect(await page(3)).to.deep.equal(['abd', true]);
    expect(await page(4)).to.deep.equal(['abde', false]);
    expect(await page(9)).to.deep.equal(['abde', false]);
  });
});
