import type { Database, ObservationSearch, Zone } from '@severe/db';
import { expect } from 'chai';
import { squareAt } from '../support/rows/alert-event.ts';
import { observation } from '../support/rows/observation.ts';
import { onEachDatabase } from '../support/each-database.ts';
import { at, handClock } from '../support/times.ts';

onEachDatabase('tables/observations', (open) => {
  let db: Database;
  const hand = handClock(at('22:20'));
  const { clock } = hand;
  beforeEach(async () => {
    hand.set(at('22:20'));
    db = await open({ clock });
  });

  const search = (change: Partial<ObservationSearch> = {}) =>
    db.observations.search({ latest: false, limit: 100, offset: 0, ...change });
  const seen = async (change: Partial<ObservationSearch> = {}) =>
    (await search(change)).rows.map(({ station, at: time }) => `${station} ${time.toISOString().slice(11, 16)}`);
  const county = (change: Partial<Zone & { shape: string }> = {}) => ({
    kind: 'county' as const,
    ugc: 'OKC027',
    name: 'Cleveland',
    state: 'OK',
    wfo: null,
    simplified: true,
    shape: JSON.stringify(squareAt(-97.7, 35, 0.6)),
    ...change,
  });

  it('gives back what it was given', async () => {
    expect(await db.observations.store([observation()])).to.deep.equal({ new: 1, changed: 0, unplaced: 0 });
    const { lon: _lon, lat: _lat, ...rest } = observation();
    const [row] = (await search()).rows;
    expect(row).to.deep.equal({ ...rest, id: 1, wfo: null, geometry: '{"type":"Point","coordinates":[-97.44,35.24]}' });
  });

  it('stores an observation once, and replaces it by a later correction', async () => {
    await db.observations.store([observation(), observation({ source: 'iem' })]);
    expect(await db.observations.store([observation()])).to.deep.equal({ new: 0, changed: 0, unplaced: 0 });
    expect(await db.observations.store([observation({ temperatureC: null })])).to.deep.equal({
      new: 0,
      changed: 1,
      unplaced: 0,
    });
    expect((await search()).rows.map(({ source, temperatureC }) => [source, temperatureC])).to.deep.equal([
      ['nws', null],
      ['iem', 28.3],
    ]);
    const [state] = await db.dataSets.all();
    expect(state).to.deep.include({ name: 'observations', version: 2, dataAt: at('22:15') });
  });

  it('stores observations without a position if the station is known', async () => {
    const nowhere = { lon: null, lat: null };
    expect(await db.observations.store([observation(nowhere)])).to.deep.equal({ new: 0, changed: 0, unplaced: 1 });
    await db.observations.store([observation()]);
    const later = observation({ ...nowhere, at: at('22:18') });
    expect(await db.observations.store([later])).to.deep.equal({ new: 1, changed: 0, unplaced: 0 });
    expect(await seen()).to.deep.equal(['KOUN 22:18', 'KOUN 22:15']);
  });

  it('keeps what is known of a station, and moves it only where it lies elsewhere altogether', async () => {
    await db.observations.store([observation({ name: null })]);
    await db.observations.store([observation({ lon: -97.45, name: 'Max Westheimer', elevationM: 360 })]);
    expect((await search()).rows[0]).to.include({
      name: 'Max Westheimer',
      elevationM: 357,
      geometry: '{"type":"Point","coordinates":[-97.44,35.24]}',
    });
    await db.observations.store([observation({ lon: -98, name: 'Another' })]);
    expect((await search()).rows[0]).to.include({
      name: 'Max Westheimer',
      geometry: '{"type":"Point","coordinates":[-98,35.24]}',
    });
  });

  it('finds state and office by the zone at or near a station, in any order of import', async () => {
    const unknown = { state: null };
    await db.observations.store([
      observation(unknown),
      observation({ ...unknown, station: 'KPIER', lon: -96.9 }), // 18 km east of the county
      observation({ ...unknown, station: 'KSEA', lon: -96 }),
    ]);
    await db.zones.put([county({ wfo: 'OUN' })]);
    await db.observations.store([observation(unknown)]);
    expect(await seen({ state: 'OK' })).to.deep.equal([]); // it was looked for a moment ago
    hand.set(at('23:21'));
    await db.observations.store([observation(unknown)]);
    expect(await seen({ state: 'OK' })).to.have.members(['KOUN 22:15', 'KPIER 22:15']);
    expect(await seen({ wfo: 'OUN' })).to.deep.equal(['KOUN 22:15']);
  });

  it('receives station names from the weather service, each once', async () => {
    await db.zones.put([county({ wfo: 'OUN' })]);
    await db.observations.store([observation({ name: 'NORMAN' }), observation({ station: 'KTLX' })]);
    expect(await db.observations.undescribed(1)).to.deep.equal(['KOUN']);
    const norman = { station: 'KOUN', name: 'Norman, Max Westheimer', state: null, elevationM: null, lon: 0, lat: 0 };
    expect(await db.observations.describe([{ ...norman, lon: -97.44, lat: 35.24, zones: ['OKC027'] }])).to.equal(1);
    await db.observations.markDescribed(['KOUN']);
    expect(await db.observations.undescribed(9)).to.deep.equal(['KTLX']);
    expect((await search({ stations: ['KOUN'] })).rows[0]).to.include({ name: 'Norman, Max Westheimer', wfo: 'OUN' });
  });

  it('finds them by time, newest first, and reports whether more follow', async () => {
    const times = ['22:00', '22:05', '22:10', '22:15'];
    await db.observations.store(times.map((time) => observation({ at: at(time) })));
    expect(await seen({ start: at('22:05'), end: at('22:15') })).to.deep.equal(['KOUN 22:10', 'KOUN 22:05']);
    expect(await seen({ limit: 2, offset: 1 })).to.deep.equal(['KOUN 22:10', 'KOUN 22:05']);
    expect(await search({ limit: 2, offset: 1 })).to.have.property('more', true);
    expect(await search({ limit: 2, offset: 2 })).to.have.property('more', false);
    expect(await seen({ offset: 9 })).to.deep.equal([]);
  });

  it('finds the newest of each station within a range, and counts them', async () => {
    await db.observations.store([
      observation({ at: at('22:00') }),
      observation({ at: at('22:15'), source: 'iem' }),
      observation({ at: at('22:15'), source: 'nws' }),
      observation({ at: at('22:10'), station: 'KTLX', lon: -97.28 }),
      observation({ at: at('18:00'), station: 'KOLD' }),
    ]);
    const latest = { latest: true, start: at('19:00') };
    expect(await seen(latest)).to.deep.equal(['KOUN 22:15', 'KTLX 22:10']);
    expect((await search(latest)).rows[0]).to.have.property('source', 'nws');
    expect(await search({ ...latest, limit: 1 })).to.have.property('matched', 2);
    expect(await seen({ ...latest, source: 'nws', end: at('22:15') })).to.deep.equal(['KTLX 22:10', 'KOUN 22:00']);
    expect(await seen({ ...latest, stations: ['KOUN', 'KXYZ'] })).to.deep.equal(['KOUN 22:15']);
    const box = { bbox: [-97.3, 35, -97.2, 36] as [number, number, number, number] };
    expect(await seen({ ...latest, area: box })).to.deep.equal(['KTLX 22:10']);
    expect(await seen({ ...latest, area: { point: { lat: 35.24, lon: -97.44 }, radiusM: 5000 } })).to.deep.equal([
      'KOUN 22:15',
    ]);
  });

  it('removes what is older than a time', async () => {
    const old = Array.from({ length: 2100 }, (_, i) => observation({ at: new Date(at('01:00').getTime() + i * 1000) }));
    await db.observations.store([...old, observation()]);
    expect(await db.observations.removeOld(at('22:00'))).to.equal(2100);
    expect(await seen()).to.deep.equal(['KOUN 22:15']);
  });

  it('separates real from simulated data', async () => {
    await db.observations.store([observation()]);
    const other = await open({ clock, simulated: true, keep: true });
    expect(await other.observations.undescribed(9)).to.deep.equal([]);
    await other.observations.store([observation({ temperatureC: 5 })]);
    expect((await search({ latest: true })).rows.map(({ temperatureC }) => temperatureC)).to.deep.equal([28.3]);
    expect((await search()).rows).to.have.length(1);
  });
});
