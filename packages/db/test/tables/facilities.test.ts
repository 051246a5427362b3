import { simulatedList, type Database } from '@severe/db';
import type { Bounds } from '@severe/geo';
import { expect } from 'chai';
import { alertEvent, squareAt } from '../support/rows/alert-event.ts';
import { county } from '../support/rows/county.ts';
import { facility } from '../support/rows/facility.ts';
import { onEachDatabase } from '../support/each-database.ts';
import { at, handClock } from '../support/times.ts';

const around: Bounds = [-98, 35, -97, 36];

onEachDatabase('tables/facilities', (open) => {
  let db: Database;
  const { clock } = handClock(at('22:20'));
  beforeEach(async () => (db = await open({ clock })));

  const search = (change = {}) => db.facilities.search({ area: { bbox: around }, limit: 100, ...change });
  const names = async (change = {}) => (await search(change)).rows.map(({ name }) => name);

  it('keeps one row per facility, with its id over later imports', async () => {
    expect(await db.facilities.put([facility()])).to.deep.equal({ new: 1, changed: 0 });
    expect(await db.facilities.put([facility()])).to.deep.equal({ new: 0, changed: 0 });
    expect(await db.facilities.put([facility(), facility({ capacity: 300 })])).to.deep.equal({ new: 0, changed: 1 });
    expect((await search()).rows.map(({ id, capacity }) => [id, capacity])).to.deep.equal([[1, 300]]);
    await db.facilities.put([facility({ source: 'own' }), facility({ kind: 'school' }), facility({ key: '2' })]);
    expect(await names()).to.have.length(4); // the same name in another list, of another kind, and another one
  });

  it('gives back what it was given', async () => {
    await db.facilities.put([facility()]);
    const { source: _, key: __, lon, lat, ...content } = facility();
    const geometry = `{"type":"Point","coordinates":[${lon},${lat}]}`;
    expect(await search()).to.deep.equal({ rows: [{ id: 1, ...content, geometry }], more: false });
  });

  it('finds them by box and kind, and reports whether more follow', async () => {
    await db.facilities.put([
      facility({ key: '1', name: '1' }),
      facility({ key: '2', name: '2', kind: 'school' }),
      facility({ key: '3', name: '3', lon: 179 }),
    ]);
    await db.facilities.analyze();
    expect(await names()).to.deep.equal(['2', '1']);
    expect(await names({ kinds: ['school', 'police'] })).to.deep.equal(['2']);
    expect(await names({ area: { bbox: [178, 35, -97, 36] } })).to.deep.equal(['3', '2', '1']);
    expect((await search({ limit: 1 })).more).to.equal(true);
    expect((await search({ limit: 2 })).more).to.equal(false);
  });

  it('takes state and county from the location if the list lacks them', async () => {
    await db.zones.put([county()]);
    await db.facilities.put([
      facility({ state: null, fips: null }),
      facility({ key: '2', state: null, fips: null, lat: 35.9 }),
      facility({ key: '3', fips: '40125' }),
    ]);
    const found = (await search()).rows.map(({ state, fips }) => `${state} ${fips}`);
    expect(found).to.have.members(['OK 40027', 'null null', 'OK 40125']);
  });

  it('counts what lies within the polygon of an alert', async () => {
    await db.alerts.store([alertEvent({ polygon: squareAt(-97.5, 35, 0.5) })]);
    await db.facilities.put([
      facility({ key: '1' }),
      facility({ key: '2', kind: 'school', name: 'Longfellow' }),
      facility({ key: '3', kind: 'school' }),
      facility({ key: '4', kind: 'school', lat: 36 }),
    ]);
    const { counts, facilities } = await db.facilities.inAlert(1, 2);
    expect(counts).to.deep.equal({ hospital: 1, school: 2 });
    expect(facilities.map(({ kind }) => kind)).to.deep.equal(['hospital', 'school']);
    expect(facilities[0]).to.deep.include({ name: 'Norman Regional Hospital', lat: 35.23, lon: -97.44 });
    expect(await db.facilities.inAlert(2, 10)).to.deep.equal({ counts: {}, facilities: [] });
  });

  it('is a fact of both worlds: the version rises in each', async () => {
    await db.facilities.put([facility()]);
    await db.facilities.put([facility({ name: 'other' })]);
    const simulated = await open({ clock, simulated: true, keep: true });
    for (const world of [db, simulated]) {
      expect(await world.dataSets.all()).to.deep.include.members([
        { name: 'facilities', version: 2, changedAt: at('22:20'), dataAt: at('22:20'), pastSince: at('22:20') },
      ]);
    }
    await simulated.facilities.put([facility()]);
    expect((await db.dataSets.all())[0].version).to.equal(3);
  });

  it('shows the list of the demonstration to the simulated world alone', async () => {
    await db.alerts.store([alertEvent({ polygon: squareAt(-97.5, 35, 0.5) })]);
    await db.facilities.put([facility({ source: simulatedList }), facility({ name: 'Real' })]);
    expect(await names()).to.deep.equal(['Real']);
    expect((await db.facilities.inAlert(1, 9)).facilities.map(({ name }) => name)).to.deep.equal(['Real']);
    const demonstration = await open({ clock, simulated: true, keep: true });
    const shown = await demonstration.facilities.search({ area: { bbox: around }, limit: 100 });
    expect(shown.rows.map(({ name }) => name)).to.have.members(['Norman Regional Hospital', 'Real']);
  });
});
