import type { Database, NewStormCell } from '@severe/db';
import { expect } from 'chai';
import { alertEvent, squareAt } from '../support/rows/alert-event.ts';
import { stormCell } from '../support/rows/storm-cell.ts';
import { onEachDatabase } from '../support/each-database.ts';
import { at, handClock } from '../support/times.ts';

onEachDatabase('tables/storm-cells', (open) => {
  let db: Database;
  const { clock } = handClock(at('22:20'));
  beforeEach(async () => (db = await open({ clock })));

  const store = (time: string, cells: NewStormCell[] = []) =>
    db.stormCells.store({ frameAt: at(time), state: { time } }, cells);
  const all = async () => (await db.stormCells.search({ at: at('22:20'), limit: 100 })).rows;

  it('stores a scan once and in order: a scan of the same time or an earlier one changes nothing', async () => {
    expect(await store('22:18', [stormCell()])).to.equal(true);
    expect(await store('22:18', [stormCell({ cell: 'other' })])).to.equal(false);
    expect(await store('22:16', [stormCell({ cell: 'other' })])).to.equal(false);
    expect((await all()).map(({ cell }) => cell)).to.deep.equal(['20260520T2210-1']);
    const [set] = await db.dataSets.all();
    expect(set).to.deep.include({ name: 'storm_cells', version: 1, dataAt: at('22:18') });
  });

  it('gives the tracker the state of the newest scan, and tells "no cells" from "not looked"', async () => {
    expect(await db.stormCells.newestScan()).to.equal(undefined);
    expect(await db.stormCells.newestScanAt()).to.equal(undefined);
    await store('22:16', [stormCell()]);
    await store('22:18');
    expect(await db.stormCells.newestScan()).to.deep.equal({ frameAt: at('22:18'), state: { time: '22:18' } });
    expect(await db.stormCells.newestScanAt()).to.deep.equal(at('22:18'));
    expect(await all()).to.deep.equal([]);
  });

  it('returns what it was given, with the track of the cell since it was first seen', async () => {
    await store('22:14', [stormCell({ lon: -97.6 })]);
    await store('22:16', [stormCell({ lon: -97.5, lat: 35.1 }), stormCell({ cell: 'other', lat: 33 })]);
    await store('22:18', [stormCell()]);
    const [cell] = await all();
    const { outline, ...given } = stormCell();
    expect(cell).to.deep.include({ ...given, frameAt: at('22:18'), alertIds: [] });
    expect(JSON.parse(cell.outline)).to.deep.equal(outline);
    expect(JSON.parse(cell.track!)).to.deep.equal({
      type: 'LineString',
      coordinates: [
        [-97.6, 35],
        [-97.5, 35.1],
        [-97.4, 35],
      ],
    });
  });

  it('has no track of a cell that is seen for the first time, and keeps what is not known', async () => {
    const unknown = {
      towardDeg: null,
      speedMps: null,
      spreadDeg: null,
      spreadMps: null,
      meshMm: null,
      flashes5min: null,
    };
    await store('22:18', [stormCell(unknown)]);
    const [cell] = await all();
    expect(cell).to.deep.include({ ...unknown, track: null, places: [] });
  });

  it('finds cells by place, state and echo, the strongest first, and counts all that match', async () => {
    const county = { kind: 'county', wfo: null, simplified: true } as const;
    const shape = JSON.stringify(squareAt(-97.7, 34.6, 0.8));
    await db.zones.put([{ ...county, ugc: 'OKC027', name: 'Cleveland', state: 'OK', shape }]);
    await store('22:18', [
      stormCell({ cell: 'weak', maxDbz: 46 }),
      stormCell({ cell: 'far', lat: 38, lon: -101, maxDbz: 60 }),
      stormCell({ cell: 'strong', lat: 34.9, maxDbz: 66 }),
    ]);
    const found = async (search: object) => {
      const { rows, matched } = await db.stormCells.search({ at: at('22:20'), limit: 100, ...search });
      return [rows.map(({ cell }) => cell), matched];
    };
    expect(await found({})).to.deep.equal([['strong', 'far', 'weak'], 3]);
    expect(await found({ limit: 1 })).to.deep.equal([['strong'], 3]);
    expect(await found({ area: { bbox: [-98, 34, -97, 36] } })).to.deep.equal([['strong', 'weak'], 2]);
    expect(await found({ area: { point: { lat: 34.9, lon: -97.4 }, radiusM: 5000 } })).to.deep.equal([['strong'], 1]);
    expect(await found({ state: 'OK' })).to.deep.equal([['strong', 'weak'], 2]);
    expect(await found({ minDbz: 60 })).to.deep.equal([['strong', 'far'], 2]);
  });

  it('finds the nearest cell of the newest scan, and none beyond the given distance', async () => {
    await store('22:16', [stormCell({ lat: 35.5 })]);
    await store('22:18', [stormCell(), stormCell({ cell: 'other', lat: 35.3 })]);
    const near = await db.stormCells.nearest({ lat: 35.4, lon: -97.4 }, 50_000, at('22:20'));
    expect(near?.cell).to.equal('other');
    expect(near?.distanceM).to.be.closeTo(11_095, 20);
    expect(await db.stormCells.nearest({ lat: 35.4, lon: -97.4 }, 10_000, at('22:20'))).to.equal(undefined);
  });

  it('lists the active alerts whose polygon touches the outline', async () => {
    const { new: ids } = await db.alerts.store([
      alertEvent({ polygon: squareAt(-97.5, 34.9, 0.2) }),
      alertEvent({ eventKey: 'far', messages: ['far'], polygon: squareAt(-99.5, 34.9, 0.2) }),
    ]);
    await store('22:18', [stormCell()]);
    expect((await all())[0].alertIds).to.deep.equal([ids[0]]);
    const { rows } = await db.stormCells.search({ at: at('23:59'), limit: 100 });
    expect(rows[0].alertIds).to.deep.equal([]);
  });

  it('knows the cities ahead: along the motion within an hour, by time, none behind and none aside', async () => {
    const city = (name: string, lat: number, lon: number) => ({
      id: name, kind: 'city' as const, name, town: null, state: 'OK', country: 'us', population: 9000, lat, lon, terms: [],
    }); // prettier-ignore
    await db.places.put([
      city('Under', 35.01, -97.41),
      city('Ahead', 35, -97.18), // 20.0 km east: 1000 s at 20 m/s
      city('Behind', 35, -97.7),
      city('Aside', 35.3, -97.18),
      city('Later', 35.02, -96.9),
      city('Too far', 35, -96.4), // 91 km
    ]);
    await store('22:18', [stormCell({ towardDeg: 90, speedMps: 20 }), stormCell({ cell: 'slow', speedMps: 1 })]);
    const [cell, slow] = await all();
    expect(cell.places.map(({ name }) => name)).to.deep.equal(['Under', 'Ahead', 'Later']);
    expect(cell.places[0].arrivesAt).to.equal('2026-05-20T22:18:00Z');
    expect(cell.places[1].distanceKm).to.be.closeTo(20.1, 0.1);
    expect(Date.parse(cell.places[1].arrivesAt) - at('22:18').getTime()).to.be.closeTo(1_004_000, 3000);
    expect(slow.places).to.deep.equal([]);
  });

  it('removes cells with their scan', async () => {
    await store('16:00', [stormCell()]);
    await store('22:18', [stormCell()]);
    await db.stormCells.removeOld(at('22:00'));
    expect((await all())[0].track).to.equal(null);
    await db.stormCells.removeOld(at('23:00'));
    expect(await db.stormCells.newestScanAt()).to.equal(undefined);
  });

  it('keeps the real and the simulated world apart', async () => {
    await store('22:18', [stormCell()]);
    const other = await open({ clock, simulated: true, keep: true });
    expect(await other.stormCells.newestScan()).to.equal(undefined);
    expect((await other.stormCells.search({ at: at('22:20'), limit: 100 })).rows).to.deep.equal([]);
  });
});
