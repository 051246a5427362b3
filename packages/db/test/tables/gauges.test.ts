import type { Database, GaugeSearch } from '@severe/db';
import { expect } from 'chai';
import { gauge, reading, stageForecast } from '../support/rows/gauge.ts';
import { squareAt } from '../support/rows/alert-event.ts';
import { onEachDatabase } from '../support/each-database.ts';
import { at, handClock } from '../support/times.ts';

onEachDatabase('tables/gauges', (open) => {
  let db: Database;
  const { clock } = handClock(at('22:20'));
  beforeEach(async () => (db = await open({ clock })));

  const now = { since: at('16:20'), at: at('22:20'), aboveFlood: false, limit: 100, offset: 0 };
  const search = (change: Partial<GaugeSearch> = {}) => db.gauges.search({ ...now, ...change });
  const keys = async (change: Partial<GaugeSearch> = {}) => (await search(change)).rows.map(({ key }) => key);
  const site = { usgsId: '07229053', name: 'CANADIAN RIVER AT NORMAN, OK', state: 'OK', lon: -97.48, lat: 35.18 };
  const thresholds = { action: 12, minor: 14, moderate: 16, major: null };

  it('gives back what it was given', async () => {
    expect(await db.gauges.store([gauge()])).to.deep.equal({ new: 1, changed: 1 }); // its reading changes it
    const [row] = (await search()).rows;
    expect(row).to.deep.include({
      key: 'NRMO2',
      usgsId: '07229053',
      name: 'Canadian River at Norman',
      state: 'OK',
      wfo: 'OUN',
      stage: 14.2,
      stageUnit: 'ft',
      discharge: 11_400,
      dischargeUnit: 'ft3/s',
      waterTempC: null,
      at: at('22:00'),
      category: 'minor',
      thresholds: null,
      hasForecast: false,
      geometry: '{"type":"Point","coordinates":[-97.48,35.18]}',
    });
    expect(await db.gauges.store([gauge()])).to.deep.equal({ new: 0, changed: 0 });
    const [set] = await db.dataSets.all();
    expect(set).to.deep.include({ name: 'gauges', version: 1, dataAt: at('22:00') });
  });

  it('keeps the newest of each value, from any feed', async () => {
    await db.gauges.store([gauge()]);
    await db.gauges.storeReadings(
      [site],
      [reading({ discharge: 1, dischargeUnit: 'ft3/s', dischargeAt: at('21:00') })],
    );
    expect((await search()).rows[0]).to.deep.include({ stage: 14.4, discharge: 11_400, at: at('22:15') });
    await db.gauges.store([gauge()]);
    expect((await search()).rows[0]).to.deep.include({ stage: 14.4 });
    expect(await db.gauges.storeReadings([], [reading({ usgsId: '99999999' })])).to.deep.equal({ new: 0, changed: 0 });
  });

  it('brings together what was known by its number alone and what has a name, whichever came first', async () => {
    await db.gauges.storeReadings([site], [reading()]);
    expect(await keys()).to.deep.equal(['07229053']);
    await db.gauges.store([gauge()]);
    expect(await keys()).to.deep.equal(['NRMO2']);
    expect((await search()).rows[0]).to.include({ stage: 14.4, category: 'minor', name: 'Canadian River at Norman' });
    await db.gauges.store([gauge({ lid: 'OTHO2', usgsId: null })]);
    await db.gauges.storeReadings([{ ...site, usgsId: '07229054' }], [reading({ usgsId: '07229054' })]);
    expect(await keys()).to.deep.equal(['07229054', 'NRMO2', 'OTHO2']);
    await db.gauges.store([gauge({ lid: 'OTHO2', usgsId: '07229054' })]);
    expect(await keys()).to.deep.equal(['NRMO2', 'OTHO2']);
  });

  it('shows values of the last hours only, and gauges that have one', async () => {
    await db.gauges.store([gauge({ observed: null })]);
    expect(await keys()).to.deep.equal([]);
    const temperature = { waterTempC: 18.4, waterTempAt: at('10:00') };
    await db.gauges.storeReadings([], [reading({ ...temperature, discharge: 0, dischargeAt: at('22:15') })]);
    expect((await search()).rows[0]).to.include({ stage: 14.4, discharge: 0, waterTempC: null });
    expect((await search({ since: at('09:00') })).rows[0]).to.include({ waterTempC: 18.4 });
    expect(await keys({ parameter: 'water_temp' })).to.deep.equal([]);
    expect(await keys({ parameter: 'water_temp', since: at('09:00') })).to.deep.equal(['NRMO2']);
    expect(await keys({ parameter: 'streamflow' })).to.deep.equal(['NRMO2']);
    expect(await keys({ since: at('22:15') })).to.deep.equal([]);
  });

  it('reports the flood category of the weather service, or the category of the stage if that is old', async () => {
    await db.gauges.store([gauge({ thresholds })], { detailed: true });
    await db.gauges.store([gauge()]); // the list does not tell thresholds
    expect((await search()).rows[0]).to.deep.include({ thresholds, category: 'minor' });
    expect((await search({ since: at('22:05') })).rows).to.deep.equal([]);
    for (const [stage, category] of [
      [11.9, 'none'],
      [12, 'action'],
      [14, 'minor'],
      [99, 'moderate'], // a major flood is not defined here
    ] as const) {
      const stageAt = new Date(at('22:15').getTime() + stage * 1000);
      await db.gauges.storeReadings([], [reading({ stage, stageAt })]);
      expect((await search({ since: at('22:05') })).rows[0].category, String(stage)).to.equal(category);
    }
    expect(await keys({ aboveFlood: true })).to.deep.equal(['NRMO2']);
    expect(await keys({ aboveFlood: true, since: at('22:05') })).to.deep.equal(['NRMO2']);
    await db.gauges.storeReadings([], [reading({ stage: 13, stageAt: at('22:19') })]);
    expect(await keys({ aboveFlood: true, since: at('22:05') })).to.deep.equal([]);
  });

  it('finds them by place and state, in the order of their names', async () => {
    await db.gauges.store([
      gauge({ lid: 'ZZZO2', usgsId: null }),
      gauge({ lid: 'AAAK1', usgsId: null, state: 'KS', lat: 37.5 }),
    ]);
    await db.gauges.storeReadings([site], [reading()]);
    expect(await keys()).to.deep.equal(['07229053', 'AAAK1', 'ZZZO2']);
    expect(await keys({ limit: 1, offset: 1 })).to.deep.equal(['AAAK1']);
    expect(await search({ limit: 1 })).to.have.property('matched', 3);
    expect(await keys({ state: 'KS' })).to.deep.equal(['AAAK1']);
    expect(await keys({ area: { bbox: [-98, 37, -97, 38] } })).to.deep.equal(['AAAK1']);
    expect(await keys({ area: { point: { lat: 37.4, lon: -97.48 } } })).to.deep.equal(['AAAK1']);
  });

  it('finds state and office by the zones that a gauge lies in', async () => {
    const county = {
      kind: 'county',
      ugc: 'OKC027',
      name: 'Cleveland',
      state: 'OK',
      wfo: 'OUN',
      simplified: true,
    } as const;
    await db.zones.put([{ ...county, shape: JSON.stringify(squareAt(-97.7, 35, 0.6)) }]);
    await db.gauges.storeReadings([{ ...site, state: null }], [reading()]);
    expect((await search()).rows[0]).to.include({ state: 'OK', wfo: 'OUN' });
  });

  it('has the forecast of a gauge by either name while it is active', async () => {
    await db.gauges.store([gauge()]);
    expect(await db.gauges.forecastOf('nrmo2', at('22:20'))).to.deep.equal({ key: 'NRMO2', forecast: null });
    await db.gauges.storeForecasts([stageForecast(), stageForecast({ lid: 'XXXX1' })]);
    const { lid: _lid, points, ...rest } = stageForecast();
    const forecast = { ...rest, points: points.map((point) => ({ ...point, at: point.at.toISOString() })) };
    expect(await db.gauges.forecastOf('07229053', at('22:20'))).to.deep.equal({ key: 'NRMO2', forecast });
    expect((await search()).rows[0].hasForecast).to.equal(true);
    const noon = new Date('2026-05-21T12:00:00Z');
    expect(await db.gauges.forecastOf('NRMO2', noon)).to.deep.equal({ key: 'NRMO2', forecast: null });
    expect((await search({ at: noon })).rows[0].hasForecast).to.equal(false);
    expect(await db.gauges.forecastOf('XXXX1', at('22:20'))).to.equal(undefined);
  });

  it('uses the last issued forecast, and none that is no longer listed', async () => {
    await db.gauges.store([gauge()]);
    await db.gauges.storeForecasts([stageForecast()]);
    const older = stageForecast({ issuedAt: at('15:30'), stageUnit: 'm' });
    expect(await db.gauges.storeForecasts([older])).to.deep.equal({ new: 0, changed: 0 });
    const corrected = stageForecast({ points: [stageForecast().points[1]] });
    expect(await db.gauges.storeForecasts([corrected])).to.deep.equal({ new: 0, changed: 1 });
    await db.gauges.store([gauge({ forecast: null })]);
    expect((await search()).rows[0].hasForecast).to.equal(false);
  });

  it('lists gauges whose forecast is due: floods first, and again after a new issuance', async () => {
    const due = (before = at('10:00')) => db.gauges.dueForecasts(9, before);
    const dry = { ...gauge().observed!, category: 'none' as const };
    await db.gauges.store([
      gauge({ lid: 'AAAO2', usgsId: null, observed: dry, forecast: { ...gauge().forecast!, category: 'action' } }),
      gauge(),
      gauge({ lid: 'NONE1', usgsId: null, forecast: null }),
    ]);
    const rising = { lid: 'RISO2', usgsId: null, observed: dry };
    await db.gauges.store([gauge(rising)]);
    expect(await due()).to.deep.equal(['NRMO2', 'RISO2', 'AAAO2']);
    await db.gauges.markForecastFetched('RISO2');
    await db.gauges.markForecastFetched('NRMO2');
    expect(await due()).to.deep.equal(['AAAO2']);
    expect(await due(at('22:21'))).to.have.members(['AAAO2', 'NRMO2', 'RISO2']);
    await db.gauges.store([gauge({ forecast: { ...gauge().forecast!, stage: 16 } })]);
    expect(await due()).to.have.members(['AAAO2', 'NRMO2']);
  });

  it('lists gauges whose thresholds are due: floods first, then those with a forecast', async () => {
    const dry = { ...gauge().observed!, category: 'none' as const };
    const foreseen = { ...gauge().forecast!, category: 'none' as const };
    await db.gauges.store([
      gauge(),
      gauge({ lid: 'AAAO2', usgsId: null, observed: dry, forecast: null }),
      gauge({ lid: 'BBBO2', usgsId: null, observed: dry, forecast: foreseen }),
    ]);
    expect(await db.gauges.dueDetails(9, at('10:00'))).to.deep.equal(['NRMO2', 'BBBO2', 'AAAO2']);
    await db.gauges.store([gauge({ thresholds })], { detailed: true });
    await db.gauges.markDetailed('AAAO2');
    await db.gauges.markDetailed('BBBO2');
    expect(await db.gauges.dueDetails(9, at('10:00'))).to.deep.equal([]);
    expect(await db.gauges.dueDetails(9, at('23:00'))).to.have.length(3);
  });

  it('removes forecasts that are over', async () => {
    await db.gauges.store([gauge()]);
    await db.gauges.storeForecasts([stageForecast()]);
    await db.gauges.removeOld(at('22:00'));
    expect((await search()).rows[0].hasForecast).to.equal(true);
    await db.gauges.removeOld(new Date('2026-05-21T12:00:01Z'));
    expect((await search()).rows[0].hasForecast).to.equal(false);
  });

  it('separates real from simulated data', async () => {
    await db.gauges.store([gauge()]);
    const other = await open({ clock, simulated: true, keep: true });
    expect(await other.gauges.storeReadings([], [reading()])).to.deep.equal({ new: 0, changed: 0 });
    expect((await other.gauges.search(now)).matched).to.equal(0);
    expect(await other.gauges.forecastOf('NRMO2', at('22:20'))).to.equal(undefined);
  });
});
