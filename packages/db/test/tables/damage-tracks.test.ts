import type { Database } from '@severe/db';
import { expect } from 'chai';
import { squareAt } from '../support/rows/alert-event.ts';
import { damageTrack } from '../support/rows/damage-track.ts';
import { onEachDatabase } from '../support/each-database.ts';
import { at, handClock } from '../support/times.ts';

onEachDatabase('tables/damage-tracks', (open) => {
  let db: Database;
  const { clock } = handClock(at('22:20'));
  beforeEach(async () => (db = await open({ clock })));

  const search = (change = {}) => db.damageTracks.search({ start: at('00:00'), limit: 1000, offset: 0, ...change });
  const labels = async (change = {}) => (await search(change)).rows.map(({ efLabel }) => efLabel);

  it('keeps one row a track, and its id when the survey is corrected', async () => {
    expect(await db.damageTracks.countListed()).to.equal(0);
    expect(await db.damageTracks.store([damageTrack()])).to.deep.equal({ new: [1], updated: [], removed: 0 });
    expect(await db.damageTracks.store([damageTrack()])).to.deep.equal({ new: [], updated: [], removed: 0 });
    const corrected = damageTrack({ ef: 4, efLabel: 'EF4' });
    expect(await db.damageTracks.store([damageTrack(), corrected])).to.deep.include({ new: [], updated: [1] });
    expect(await labels()).to.deep.equal(['EF4']);
    const [set] = await db.dataSets.all();
    expect(set).to.deep.include({ name: 'damage_tracks', version: 2, dataAt: damageTrack().at });
    expect(await db.damageTracks.countListed()).to.be.above(0);
  });

  it('removes withdrawn reports of the period that a list covers, and none before it', async () => {
    const old = damageTrack({ sourceId: 1, at: at('02:00') });
    const [kept, withdrawn] = [damageTrack({ sourceId: 3, efLabel: 'kept' }), damageTrack({ sourceId: 2 })];
    await db.damageTracks.store([{ ...old, efLabel: 'old' }, withdrawn, kept]);
    expect(await db.damageTracks.store([kept], at('12:00'))).to.deep.equal({ new: [], updated: [], removed: 1 });
    expect(await labels()).to.deep.equal(['kept', 'old']);
  });

  it('gives back what it was given', async () => {
    await db.damageTracks.store([damageTrack()]);
    const { sourceId: _, line, ...content } = damageTrack();
    const { rows, matched } = await search();
    expect(matched).to.equal(1);
    expect(rows[0]).to.deep.include({ ...content, id: 1 });
    expect(JSON.parse(rows[0].geometry)).to.deep.equal(line);
  });

  it('finds them by box, county, rating and time, newest first', async () => {
    const square = JSON.stringify(squareAt(-97.7, 35, 0.6));
    const county = { kind: 'county', ugc: 'OKC027', name: 'Cleveland', wfo: null, simplified: true } as const;
    await db.zones.put([{ ...county, state: 'OK', shape: square }]);
    const far = [[-90, 40], [-90, 41]] as [number, number][]; // prettier-ignore
    await db.damageTracks.store([
      damageTrack({ sourceId: 1, efLabel: 'Norman', state: null }),
      damageTrack({
        sourceId: 2,
        efLabel: 'far',
        ef: 0,
        at: at('22:00'),
        line: { type: 'LineString', coordinates: far },
      }),
      damageTrack({ sourceId: 3, efLabel: 'EFU', ef: null, at: at('21:00') }),
    ]);
    expect(await labels()).to.deep.equal(['far', 'Norman', 'EFU']);
    expect(await labels({ limit: 1 })).to.deep.equal(['far']);
    expect(await labels({ minEf: 0 })).to.deep.equal(['far', 'Norman']);
    expect(await labels({ minEf: 3 })).to.deep.equal(['Norman']);
    expect(await labels({ start: at('21:30') })).to.deep.equal(['far', 'Norman']);
    expect(await labels({ counties: ['40027'] })).to.deep.equal(['Norman', 'EFU']);
    expect(await labels({ counties: ['40001'] })).to.deep.equal([]);
    expect(await labels({ area: { bbox: [-91, 39, -89, 42] } })).to.deep.equal(['far']);
    expect(await labels({ area: { bbox: [-97.5, 35.22, -97.45, 35.24] }, minEf: 1 })).to.deep.equal(['Norman']);
    const states = (await search()).rows.map(({ state }) => state);
    expect(states).to.deep.equal(['OK', 'OK', 'OK']); // the second by what was told, the first by its county
  });

  it('removes old rows, of real or simulated data only', async () => {
    await db.damageTracks.store([damageTrack(), damageTrack({ sourceId: 10, at: at('01:00') })]);
    await db.damageTracks.removeOld(at('02:00'));
    expect((await search()).matched).to.equal(1);
    const other = await open({ clock, simulated: true, keep: true });
    expect((await other.damageTracks.search({ start: at('00:00'), limit: 1, offset: 0 })).matched).to.equal(0);
  });
});
