import { expect } from 'chai';
import { testConnection, testDatabase } from './support/database.ts';
import { observation } from './support/rows/observation.ts';
import { tidy } from '../src/tidy.ts';

describe('tidy', () => {
  it('frees the room of removed rows in the embedded engine, which has nobody for it', async () => {
    const db = await testDatabase();
    const { knex } = await testConnection();
    const sizeOf = async () => {
      const { rows } = await knex.raw<{ rows: { size: string }[] }>(`select pg_relation_size('observations') as size`);
      return Number(rows[0].size);
    };
    const round = async () => {
      await db.observations.store([observation()]);
      await knex.raw(`insert into observations (simulated, station_id, source, at)
        select false, s.id, 'iem', timestamptz '2026-05-20' + n * interval '1 second' from stations s, generate_series(1, 6000) n`);
      await db.observations.removeOld(new Date('2026-05-21'));
      await knex.raw('select pg_stat_force_next_flush()');
    };
    await round();
    const size = await sizeOf();
    expect(await db.tidy()).to.include('observations');
    await round();
    expect(await sizeOf()).to.equal(size);
    await db.tidy();
    expect(await db.tidy()).to.not.include('observations');
  }).timeout(60_000);

  it('does not vacuum PostgreSQL, which has autovacuum', async () => {
    const { knex } = await testConnection();
    expect(await tidy({ kind: 'postgres', knex })).to.deep.equal([]);
  });
});
