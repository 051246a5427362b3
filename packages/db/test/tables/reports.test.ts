import type { Database, ReportSearch } from '@severe/db';
import { expect } from 'chai';
import { county } from '../support/rows/county.ts';
import { report } from '../support/rows/report.ts';
import { onEachDatabase } from '../support/each-database.ts';
import { at, handClock } from '../support/times.ts';
import { matchedOf } from '../support/matched-of.ts';

onEachDatabase('tables/reports', (open) => {
  let db: Database;
  const { clock } = handClock(at('22:20'));
  beforeEach(async () => (db = await open({ clock })));

  const search = (change: Partial<ReportSearch> = {}) => db.reports.search({ limit: 100, offset: 0, ...change });
  const places = async (change: Partial<ReportSearch> = {}) => (await search(change)).rows.map(({ place }) => place);
  const magnitude = async () => (await search()).rows.map((row) => row.magnitude);

  it('keeps one row an event, and its id when it is corrected', async () => {
    expect(await db.reports.store([report()])).to.deep.equal({ new: [1], updated: [] });
    expect(await db.reports.store([report()])).to.deep.equal({ new: [], updated: [] });
    const corrected = report({ magnitude: 2, receivedAt: at('22:30') });
    expect(await db.reports.store([corrected])).to.deep.equal({ new: [], updated: [1] });
    expect(await db.reports.store([report()])).to.deep.equal({ new: [], updated: [] });
    expect(await magnitude()).to.deep.equal([2]);
    const [set] = await db.dataSets.all();
    expect(set).to.deep.include({ name: 'reports', version: 2, dataAt: at('22:10') });
  });

  it('prefers records with an issue time, else the last one', async () => {
    await db.reports.store([report({ receivedAt: null, magnitude: 1 })]);
    expect((await db.reports.store([report({ receivedAt: null, magnitude: 1.5 })])).updated).to.deep.equal([1]);
    expect((await db.reports.store([report()])).updated).to.deep.equal([1]);
    expect((await db.reports.store([report({ receivedAt: null, magnitude: 1 })])).updated).to.deep.equal([]);
    expect(await magnitude()).to.deep.equal([1.75]);
  });

  it('uses the last issued of equal events in one list', async () => {
    const both = [report({ magnitude: 2, receivedAt: at('22:30') }), report()];
    expect((await db.reports.store(both)).new).to.have.length(1);
    expect(await magnitude()).to.deep.equal([2]);
  });

  it('gives back what it was given', async () => {
    await db.reports.store([report()]);
    const { key: _, lon, lat, ...content } = report();
    const page = await search();
    expect(matchedOf(page)).to.equal(1);
    expect(page.rows[0]).to.deep.include({
      ...content,
      id: 1,
      geometry: `{"type":"Point","coordinates":[${lon},${lat}]}`,
    });
  });

  it('finds them by place, time, state, type, source and magnitude, newest first', async () => {
    await db.reports.store([
      report({ key: '1', place: '1' }),
      report({
        key: '2',
        place: '2',
        type: 'wind',
        units: 'mph',
        magnitude: 70,
        at: at('22:15'),
        state: 'TX',
        lon: -100,
      }),
      report({ key: '3', place: '3', type: 'flood', units: null, magnitude: null, at: at('22:05') }),
      report({ key: '4', place: '4', source: 'mping', magnitude: 1, at: at('22:00') }),
    ]);
    expect(await places()).to.deep.equal(['2', '1', '3', '4']);
    expect(await places({ limit: 2, offset: 1 })).to.deep.equal(['1', '3']);
    expect(matchedOf(await search({ offset: 9 }))).to.equal(4);
    expect(await places({ start: at('22:05'), end: at('22:15') })).to.deep.equal(['1', '3']);
    expect(await places({ state: 'TX' })).to.deep.equal(['2']);
    expect(await places({ type: 'hail' })).to.deep.equal(['1', '4']);
    expect(await places({ source: 'mping' })).to.deep.equal(['4']);
    expect(await places({ minMagnitude: 1.75 })).to.deep.equal(['2', '1']);
    expect(await places({ area: { bbox: [-101, 35, -99, 36] } })).to.deep.equal(['2']);
    const around = { lat: 35.22, lon: -97.44 };
    expect(await places({ area: { point: around } })).to.deep.equal(['1', '3', '4']); // within 50 km
    expect(await places({ area: { point: around, radiusM: 1000 } })).to.deep.equal([]);
    expect(await places({ area: { point: around }, type: 'flood' })).to.deep.equal(['3']);
  });

  it('removes those of before a time', async () => {
    await db.reports.store([report({ key: '1', at: at('22:00') }), report({ key: '2', at: at('22:10') })]);
    expect(await db.reports.removeOld(at('22:10'))).to.equal(1);
    expect(matchedOf(await search())).to.equal(1);
  });

  it('separates real from simulated data', async () => {
    await db.reports.store([report()]);
    const other = await open({ clock, simulated: true, keep: true });
    expect(matchedOf(await other.reports.search({ limit: 1, offset: 0 }))).to.equal(0);
  });

  it('takes the state from the county if no field has it', async () => {
    await db.zones.put([county()]);
    await db.reports.store([
      report({ key: '1', state: null }),
      report({ key: '2', state: null, lat: 20 }),
      report({ key: '3', state: 'TX' }),
    ]);
    const { rows } = await search();
    expect(rows.map(({ state }) => state)).to.have.members(['OK', null, 'TX']);
  });
});
