import type { Database, NewSounding } from '@severe/db';
import { expect } from 'chai';
import { newSounding } from '../support/rows/new-sounding.ts';
import { onEachDatabase } from '../support/each-database.ts';
import { at, handClock } from '../support/times.ts';

const hour = (text: string) => new Date(`2026-05-${text}:00:00Z`);
const levels = (count: number): NewSounding['profile'] => {
  const list = Array.from({ length: count }, (_, i) => 900 - i);
  return { pressureHpa: list, heightM: list, temperatureC: list, dewpointC: list, windDirDeg: list, windSpeedKt: list };
};

onEachDatabase('tables/soundings', (open) => {
  let db: Database;
  const { clock } = handClock(at('22:20'));
  beforeEach(async () => (db = await open({ clock })));

  const search = (change: object = {}) => db.soundings.search({ latest: true, limit: 50, offset: 0, ...change });
  const told = async (change: object = {}) =>
    (await search(change)).rows.map((row) => `${row.station} ${row.at.toISOString().slice(8, 13)}`);

  it('returns what was stored, and levels only for a single sounding', async () => {
    expect(await db.soundings.store([newSounding()])).to.deep.equal({ new: [1], updated: [] });
    const { state: _, lon, lat, profile, ...content } = newSounding();
    const row = { ...content, id: 1, geometry: `{"type":"Point","coordinates":[${lon},${lat}]}` };
    const { rows, matched } = await search();
    expect(rows[0]).to.deep.include(row);
    expect([rows.length, matched]).to.deep.equal([1, 1]);
    expect(await db.soundings.find(1)).to.deep.equal({ ...row, profile });
    expect(await db.soundings.latest('KOUN')).to.deep.equal({ ...row, profile });
    expect(await db.soundings.find(2)).to.equal(undefined);
    expect(await db.soundings.latest('KOAX')).to.equal(undefined);
    const [set] = await db.dataSets.all();
    expect(set).to.deep.include({ name: 'soundings', version: 1, dataAt: hour('20T12') });
  });

  it('returns the newest sounding of each station in a time range', async () => {
    await db.soundings.store([
      newSounding({ at: hour('20T00') }),
      newSounding({ at: hour('20T12') }),
      newSounding({ station: 'KOAX', at: hour('20T00') }),
    ]);
    expect(await told()).to.have.members(['KOUN 20T12', 'KOAX 20T00']);
    expect(await told({ end: hour('20T12') })).to.have.members(['KOUN 20T00', 'KOAX 20T00']);
    expect(await told({ start: hour('20T06') })).to.deep.equal(['KOUN 20T12']);
    expect(await told({ end: hour('20T12'), start: hour('20T06') })).to.deep.equal([]);
    expect(await told({ latest: false, end: hour('20T12') })).to.have.length(2);
  });

  it('completes a sounding with later levels, and never reduces them', async () => {
    await db.soundings.store([newSounding({ profile: levels(30) })]);
    expect(await db.soundings.store([newSounding({ profile: levels(30) })])).to.deep.equal({ new: [], updated: [] });
    expect((await db.soundings.store([newSounding({ profile: levels(29) })])).updated).to.deep.equal([]);
    const longer = newSounding({ profile: levels(60), elM: 12_000, source: 'uwyo' });
    expect(await db.soundings.store([newSounding({ profile: levels(31) }), longer])).to.deep.equal({
      new: [],
      updated: [1],
    });
    expect(await db.soundings.find(1)).to.deep.include({ elM: 12_000, source: 'uwyo', profile: levels(60) });
    expect((await db.dataSets.all())[0].version).to.equal(2);
    expect((await db.soundings.store([newSounding({ station: 'KAMA' })])).new).to.deep.equal([2]);
  });

  it('returns the newest of each station, whatever the order of arrival', async () => {
    await db.soundings.store([newSounding(), newSounding({ at: hour('21T00') })]);
    await db.soundings.store([newSounding({ at: hour('20T00') }), newSounding({ station: 'KAMA', at: hour('20T12') })]);
    expect(await told()).to.deep.equal(['KOUN 21T00', 'KAMA 20T12']);
    expect((await db.soundings.latest('KOUN'))?.at).to.deep.equal(hour('21T00'));
    expect(await told({ latest: false, station: 'KOUN' })).to.have.length(3);
    expect(await db.soundings.stationsAt(hour('20T12'))).to.have.members(['KOUN', 'KAMA']);
    expect(await db.soundings.stationsAt(hour('20T18'))).to.deep.equal([]);
  });

  it('finds them by place, state and station, by id', async () => {
    const amarillo = { station: 'KAMA', state: 'TX', lon: -101.7092, lat: 35.2331 };
    await db.soundings.store([newSounding(), newSounding(amarillo), newSounding({ ...amarillo, at: hour('20T18') })]);
    expect(await told({ latest: false })).to.have.length(3);
    expect(await told()).to.have.length(2);
    expect(await told({ station: 'KOUN' })).to.deep.equal(['KOUN 20T12']);
    expect(await told({ state: 'TX', latest: false })).to.deep.equal(['KAMA 20T12', 'KAMA 20T18']);
    expect(await told({ area: { bbox: [-98, 35, -97, 36] } })).to.deep.equal(['KOUN 20T12']);
    expect(await told({ area: { point: { lat: 35.2, lon: -101.5 } } })).to.deep.equal(['KAMA 20T18']);
    expect(await told({ area: { point: { lat: 35.2, lon: -101.5 }, radiusM: 1000 } })).to.deep.equal([]);
    expect(await told({ latest: false, limit: 1, offset: 1 })).to.have.length(1);
    expect((await search({ offset: 9 })).matched).to.equal(2);
  });

  it('removes those of before a time', async () => {
    await db.soundings.store([newSounding(), newSounding({ at: hour('21T00') })]);
    await db.soundings.removeOld(hour('21T00'));
    expect(await told({ latest: false })).to.deep.equal(['KOUN 21T00']);
  });

  it('separates real from simulated data', async () => {
    await db.soundings.store([newSounding()]);
    const other = await open({ clock, simulated: true, keep: true });
    expect((await other.soundings.search({ latest: false, limit: 1, offset: 0 })).matched).to.equal(0);
    expect(await other.soundings.find(1)).to.equal(undefined);
  });
});
