import { expect } from 'chai';
import { responseProblems } from '@severe/http';
import { observation } from '@severe/db/testing/rows/observation';
import { listObservations } from '../../../src/resources/observations/endpoints.ts';
import { someTime, startTestApi, type TestService } from '../../support/service.ts';

describe('api/observations', () => {
  let service: TestService;
  before(async function () {
    this.timeout(60_000);
    service = await startTestApi();
    await service.db.observations.store([
      observation({ precip1hMm: 25.4, visibilityKm: 0.402336 }),
      observation({ at: new Date('2026-05-20T21:15:00Z') }),
      observation({ at: new Date('2026-05-20T18:00:00Z'), station: 'KTLX', lon: -97.28 }),
    ]);
  });
  after(() => service?.close());
  afterEach(() => service.setTime(someTime));

  const list = async (query = '') => {
    const { status, json } = await service.ask(`/api/v1/observations${query}`);
    expect([status, responseProblems(listObservations, json())]).to.deep.equal([200, []]);
    return json();
  };
  const seen = async (query: string): Promise<string[]> =>
    (await list(query)).features.map(
      ({ properties }: { properties: { station: string; time: string } }) =>
        `${properties.station} ${properties.time.slice(11, 16)}`,
    );

  it('lists observations as points, with metric units', async () => {
    const { features, units, timeStamp, numberReturned, numberMatched } = await list();
    expect([timeStamp, numberReturned, numberMatched]).to.deep.equal(['2026-05-20T22:15:00Z', 3, undefined]);
    expect(units).to.deep.equal({
      temperature: 'degC',
      wind_speed: 'km/h',
      pressure: 'hPa',
      precip: 'mm',
      visibility: 'km',
    });
    expect(features[0]).to.deep.include({
      geometry: { type: 'Point', coordinates: [-97.44, 35.24] },
      properties: {
        id: features[0].id,
        station: 'KOUN',
        name: 'Norman',
        state: 'OK',
        wfo: null,
        source: 'nws',
        time: '2026-05-20T22:15:00Z',
        temperature: 28.3,
        dewpoint: 22.1,
        humidity_pct: 69,
        wind_speed: 32.4,
        wind_gust: 51.8,
        wind_dir_deg: 170,
        pressure: 1002.4,
        visibility: 0.4,
        precip_1h: 25.4,
        sky: 'BKN',
        weather: null,
        elevation_m: 357,
      },
    });
  });

  it('converts: 28.3 °C is 82.9 °F and 301.45 K, 1 inch is 25.4 mm, a quarter of a mile 402 m', async () => {
    const first = async (units: string) => {
      const answer = await list(`?units=${units}`);
      const { temperature, wind_speed, pressure, precip_1h, visibility, humidity_pct } = answer.features[0].properties;
      return [Object.values(answer.units), [temperature, wind_speed, pressure, precip_1h, visibility, humidity_pct]];
    };
    expect(await first('imperial')).to.deep.equal([
      ['degF', 'mph', 'inHg', 'in', 'mi'],
      [82.9, 20.1, 29.6, 1, 0.25, 69],
    ]);
    expect(await first('si')).to.deep.equal([
      ['K', 'm/s', 'Pa', 'm', 'm'],
      [301.45, 9, 100_240, 0.0254, 402, 69],
    ]);
  });

  it('returns the newest observation of each station in three hours or a given range', async () => {
    expect(await seen('?latest=true')).to.deep.equal(['KOUN 22:15']);
    expect((await list('?latest=true')).numberMatched).to.equal(1);
    expect(await seen('?latest=true&start=2026-05-20')).to.deep.equal(['KOUN 22:15', 'KTLX 18:00']);
    expect(await seen('?latest=true&end=2026-05-20T22:00:00Z')).to.deep.equal(['KOUN 21:15', 'KTLX 18:00']);
    service.setTime('2026-05-20T20:59:00Z');
    expect(await seen('?latest=true&limit=2')).to.deep.equal(['KOUN 22:15', 'KTLX 18:00']);
  });

  it('finds stations in any case, with and without the K', async () => {
    expect(await seen('?station=oun,%20KXYZ')).to.deep.equal(['KOUN 22:15', 'KOUN 21:15']);
    expect(await seen('?station=ktlx')).to.deep.equal(['KTLX 18:00']);
    expect(await seen('?station=nobody')).to.deep.equal([]);
  });

  it('pages without a total count', async () => {
    const { links } = await list('?limit=2');
    const next = links.find(({ rel }: { rel: string }) => rel === 'next').href as string;
    const second = await service.ask(next.replace('https://wx.example.org', ''));
    expect(second.json().numberReturned).to.equal(1);
    expect(second.json().links.map(({ rel }: { rel: string }) => rel)).to.deep.equal(['self', 'prev']);
  });
});
