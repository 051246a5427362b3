import { expect } from 'chai';
import { testConnection } from './support/database.ts';

describe('types', () => {
  const first = async (sql: string): Promise<unknown> => {
    const { knex } = await testConnection();
    const { rows } = await knex.raw<{ rows: { value: unknown }[] }>(`select ${sql} as value`);
    return rows[0].value;
  };

  it('read bigints and arrays of them as numbers', async () => {
    expect(await first('cast(-9007199254740991 as bigint)')).to.equal(-9007199254740991);
    expect(await first('count(*)')).to.equal(1);
    expect(await first('cast(null as bigint)')).to.equal(null);
    expect(await first(`cast('{3,-12}' as bigint[])`)).to.deep.equal([3, -12]);
    expect(await first(`cast('{}' as bigint[])`)).to.deep.equal([]);
  });

  it('refuse a bigint that no number has exactly', async () => {
    const error = await first('9007199254740993').catch(String);
    expect(error).to.include('the database sent 9007199254740993, which is too large for a number');
  });

  it('leave all other types as pg reads them', async () => {
    expect(await first('1.50')).to.equal('1.50');
    expect(await first(`timestamptz '2026-05-20T22:00:00Z'`)).to.deep.equal(new Date('2026-05-20T22:00:00Z'));
  });
});
