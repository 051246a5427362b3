import type { Database } from '@severe/db';
import { expect } from 'chai';
import { squareAt } from '../support/rows/alert-event.ts';
import { newForecast } from '../support/rows/new-forecast.ts';
import { onEachDatabase } from '../support/each-database.ts';
import { at, handClock } from '../support/times.ts';

onEachDatabase('tables/forecasts', (open) => {
  let db: Database;
  const time = handClock(at('22:20'));
  const { clock } = time;
  beforeEach(async () => (db = await open({ clock })));

  const cellAt = async (lon: number, lat = 38.5) => (await db.forecasts.at({ lat, lon }))?.gridX;

  it('returns what was stored for every place in the cell', async () => {
    await db.forecasts.store(newForecast());
    const { area: _, ...forecast } = newForecast();
    expect(await db.forecasts.at({ lat: 38.5, lon: -97.5 })).to.deep.equal(forecast);
    expect(await db.forecasts.at({ lat: 38.6, lon: -97.5 })).to.equal(undefined);
    const [dataSet] = await db.dataSets.all();
    expect(dataSet).to.deep.include({ name: 'forecast', version: 1, dataAt: at('20:31') });
  });

  it('keeps the latest forecast of a cell', async () => {
    await db.forecasts.store(newForecast());
    await db.forecasts.store(newForecast({ issuedAt: at('22:10'), periods: [], area: squareAt(-97.51, 38.49, 0.03)! }));
    expect(await db.forecasts.at({ lat: 38.515, lon: -97.485 })).to.deep.include({
      issuedAt: at('22:10'),
      periods: [],
    });
  });

  it('finds the cell of a place between two outlines, the nearest', async () => {
    await db.forecasts.store(newForecast({ gridX: 60, area: squareAt(-97.52, 38.49, 0.02)! }));
    await db.forecasts.store(newForecast({ gridX: 61, area: squareAt(-97.4996, 38.49, 0.02)! })); // a seam of 0.0004 degrees
    expect(await cellAt(-97.4999)).to.equal(60);
    expect(await cellAt(-97.4997)).to.equal(61);
    expect(await cellAt(-97.4999, 38.6)).to.equal(undefined);
  });

  it('caches for a while that a point has no grid', async () => {
    const atSea = { lat: 30.1234, lon: -40.5 };
    await db.forecasts.storeGap(atSea);
    time.set(at('22:30'));
    expect(await db.forecasts.isGap(atSea, at('22:19'))).to.equal(true);
    expect(await db.forecasts.isGap(atSea, at('22:20'))).to.equal(false);
    expect(await db.forecasts.isGap({ lat: 30.1235, lon: -40.5 }, at('22:00'))).to.equal(false);
    await db.forecasts.storeGap(atSea);
    expect(await db.forecasts.isGap(atSea, at('22:29'))).to.equal(true);
  });

  it('removes rows fetched long ago, and rows beyond the maximum', async () => {
    const times = ['21:00', '21:10', '21:20', '21:30'];
    for (const [i, time] of times.entries())
      await db.forecasts.store(newForecast({ gridX: i, fetchedAt: at(time), area: squareAt(-97 + i, 38, 0.02)! }));
    const kept = async () => (await Promise.all(times.map((_, i) => cellAt(-96.99 + i, 38.01)))).filter((x) => x !== undefined); // prettier-ignore
    await db.forecasts.removeOld(at('21:10'), 10);
    expect(await kept()).to.deep.equal([1, 2, 3]);
    await db.forecasts.removeOld(at('21:00'), 2);
    expect(await kept()).to.deep.equal([2, 3]);
  });

  it('separates real from simulated data', async () => {
    await db.forecasts.store(newForecast());
    const other = await open({ clock, simulated: true, keep: true });
    expect(await other.forecasts.at({ lat: 38.5, lon: -97.5 })).to.equal(undefined);
  });
});
