import { expect } from 'chai';
import { responseProblems } from '@severe/http';
import { gauge, reading, stageForecast } from '@severe/db/testing/rows/gauge';
import { getGaugeForecast, listGauges } from '../../../src/resources/gauges/endpoints.ts';
import { someTime, startTestApi, type TestService } from '../../support/service.ts';

describe('api/gauges', () => {
  let service: TestService;
  before(async function () {
    this.timeout(60_000);
    service = await startTestApi();
    const thresholds = { action: 12, minor: 14, moderate: null, major: null };
    const dry = { ...gauge().observed!, category: 'none' as const, stage: -0.4 };
    await service.db.gauges.store([gauge({ thresholds }), gauge({ lid: 'DRYO2', usgsId: null, observed: dry })], {
      detailed: true,
    });
    await service.db.gauges.storeReadings(
      [],
      [reading({ waterTempC: 18.4, waterTempAt: new Date('2026-05-20T22:15:00Z') })],
    );
    await service.db.gauges.storeForecasts([stageForecast()]);
  });
  after(() => service?.close());
  afterEach(() => service.setTime(someTime));

  const list = async (query = '') => {
    const { status, json } = await service.ask(`/api/v1/gauges${query}`);
    expect([status, responseProblems(listGauges, json())]).to.deep.equal([200, []]);
    return json();
  };
  const ids = async (query: string): Promise<string[]> =>
    (await list(query)).features.map(({ id }: { id: string }) => id);

  it('lists gauges by id with their latest readings', async () => {
    expect(await ids('')).to.deep.equal(['DRYO2', 'NRMO2']);
    const { features, numberMatched, timeStamp } = await list('?above_flood=true');
    expect([numberMatched, timeStamp]).to.deep.equal([1, '2026-05-20T22:15:00Z']);
    expect(features[0]).to.deep.include({
      id: 'NRMO2',
      geometry: { type: 'Point', coordinates: [-97.48, 35.18] },
      properties: {
        id: 'NRMO2',
        usgs_id: '07229053',
        name: 'Canadian River at Norman',
        state: 'OK',
        wfo: 'OUN',
        river: 'Canadian River',
        stage: 14.4,
        stage_unit: 'ft',
        discharge: 11_400,
        discharge_unit: 'ft3/s',
        water_temp_c: 18.4,
        time: '2026-05-20T22:15:00Z',
        flood_category: 'minor',
        thresholds: { action: 12, minor: 14, moderate: null, major: null },
        has_forecast: true,
      },
    });
  });

  it('filters by parameter and age', async () => {
    expect(await ids('?parameter=water_temp')).to.deep.equal(['NRMO2']);
    expect(await ids('?parameter=gage_height')).to.deep.equal(['DRYO2', 'NRMO2']);
    service.setTime('2026-05-21T04:14:00Z');
    expect(await ids('?recent_hours=6&limit=10')).to.deep.equal(['NRMO2']);
    expect(await ids('?recent_hours=7')).to.deep.equal(['DRYO2', 'NRMO2']);
  });

  const forecastOf = async (id: string) => {
    const { status, json } = await service.ask(`/api/v1/gauges/${id}/forecast`);
    expect([status, responseProblems(getGaugeForecast, json())]).to.deep.equal([200, []]);
    return json();
  };

  it('returns a forecast by either id, in any case', async () => {
    const expected = {
      gauge_id: 'NRMO2',
      forecast: {
        issued_at: '2026-05-20T21:30:00Z',
        stage_unit: 'ft',
        flow_unit: 'ft3/s',
        points: [
          { valid_time: '2026-05-21T06:00:00Z', stage: 15.1, flow: 12_800 },
          { valid_time: '2026-05-21T12:00:00Z', stage: 14.9, flow: null },
        ],
      },
    };
    for (const id of ['NRMO2', 'nrmo2', '07229053']) expect(await forecastOf(id)).to.deep.equal(expected);
  });

  it('returns null without an active forecast, and 404 for an unknown gauge', async () => {
    expect(await forecastOf('DRYO2')).to.deep.equal({ gauge_id: 'DRYO2', forecast: null });
    const { status, json } = await service.ask('/api/v1/gauges/XXXXX/forecast');
    expect([status, json()]).to.deep.equal([404, { detail: 'Gauge not found' }]);
    expect((await service.ask(`/api/v1/gauges/${'9'.repeat(40)}/forecast`)).status).to.equal(404);
    expect((await service.ask(`/api/v1/gauges/${'9'.repeat(41)}/forecast`)).status).to.equal(422);
  });
});
