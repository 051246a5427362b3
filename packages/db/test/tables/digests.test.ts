import { expect } from 'chai';
import type { Database } from '../../src/index.ts';
import { testConnection, testDatabase } from '../support/database.ts';
import { damageTrack } from '../support/rows/damage-track.ts';
import { facility } from '../support/rows/facility.ts';
import { newSounding } from '../support/rows/new-sounding.ts';
import { report } from '../support/rows/report.ts';

/** Digests of the rows by the first release: another one would make each stored row a changed one. */
const digests: [table: string, digest: string, store: (db: Database) => Promise<unknown>][] = [
  ['reports', '28821d1f6e749cfcd4600986722ac2a5', (db) => db.reports.store([report()])],
  ['damage_tracks', '61fb731abbd90c856ea0933a23484a1d', (db) => db.damageTracks.store([damageTrack()])],
  ['soundings', '6b62b38095ef3ce5f55749d031434f64', (db) => db.soundings.store([newSounding()])],
  ['facilities', 'eb60817e173eea9aa9fe854b03fac19f', (db) => db.facilities.put([facility()])],
];

describe('db: digests', () => {
  for (const [table, digest, store] of digests) {
    it(`of ${table} stay, whatever their columns`, async () => {
      const db = await testDatabase();
      await store(db);
      const { knex } = await testConnection();
      const { rows } = await knex.raw<{ rows: { digest: string }[] }>(`select digest from ${table}`);
      expect(rows).to.deep.equal([{ digest }]);
      await db.close();
    });
  }
});
