import { readFileSync } from 'node:fs';
import { DataError, UpstreamError } from '@severe/base';
import { expect } from 'chai';
import { squareAt } from '@severe/db/testing/rows/alert-event';
import { sharedFile } from '@severe/testing/shared';
import type { FeedContext } from '../../../src/feed.ts';
import { nwsForecasts } from '../../../src/feeds/forecast/feed.ts';
import { fetchForecast } from '../../../src/feeds/forecast/fetch-forecast.ts';
import type { Fetcher, FetchOptions } from '../../../src/fetch/fetcher.ts';
import { feedContext } from '../../support/stand-ins.ts';

/** api.weather.gov: bodies by path; what it has not is a 404. */
class WeatherService implements Fetcher {
  readonly answers = new Map<string, string | Error>();
  readonly asked: string[] = [];
  cacheControl = 'public, max-age=1800, s-maxage=3600';

  async text(url: string, { onHeaders }: FetchOptions = {}): Promise<string | undefined> {
    const path = new URL(url).pathname;
    this.asked.push(path);
    const answer = this.answers.get(path);
    if (answer instanceof Error) throw answer;
    if (answer !== undefined) onHeaders?.(new Headers({ 'cache-control': this.cacheControl }));
    return answer;
  }
  bytes = async () => undefined;
  changedText = async () => undefined;
}

const point = (change: object = {}) =>
  JSON.stringify({
    geometry: { type: 'Point', coordinates: [-97.44, 35.22] },
    properties: { gridId: 'OUN', gridX: 97, gridY: 94, cwa: 'OUN', timeZone: 'America/Chicago', ...change },
  });
const updateTime = '2026-05-20T20:00:00+00:00';
const outline = squareAt(-97.45, 35.21, 0.02);
const layer = (uom: string, ...values: [string, number][]) => ({
  uom,
  values: values.map(([validTime, value]) => ({ validTime, value })),
});
const layers = JSON.stringify({
  geometry: outline,
  properties: {
    gridId: 'OUN',
    gridX: 97,
    gridY: 94,
    updateTime,
    temperature: layer('wmoUnit:degC', ['2026-05-20T22:00:00+00:00/PT3H', 28.33]),
    windGust: layer('wmoUnit:km_h-1', ['2026-05-20T22:00:00+00:00/PT1H', 36]),
  },
});
const hourly = JSON.stringify({
  geometry: outline,
  properties: {
    updateTime,
    periods: ['22', '23'].map((hour) => ({
      startTime: `2026-05-20T${hour}:00:00Z`,
      temperature: 83,
      temperatureUnit: 'F',
      windSpeed: '20 mph',
      windDirection: 'S',
      shortForecast: 'Severe Thunderstorms',
    })),
  },
});

describe('forecast/fetch-forecast', () => {
  const now = new Date('2026-05-20T22:18:00Z');
  const norman = { lat: 35.2226, lon: -97.4395 };
  const cell = { office: 'OUN', gridX: 97, gridY: 94, timezone: 'America/Chicago' };
  let provider: WeatherService;
  let context: FeedContext;
  let close: () => Promise<void>;

  beforeEach(async function () {
    this.timeout(60_000);
    provider = new WeatherService();
    provider.answers.set('/points/35.2226,-97.4395', point());
    provider.answers.set('/gridpoints/OUN/97,94', layers);
    provider.answers.set('/gridpoints/OUN/97,94/forecast/hourly', hourly);
    ({ context, close } = await feedContext(provider, () => now));
  });
  afterEach(() => close());

  it('finds the cell, merges layers and periods, and stores the forecast for the time of the provider', async () => {
    const forecast = await fetchForecast(context, norman);
    expect(forecast).to.deep.include({ ...cell, fetchedAt: now, goodUntil: new Date('2026-05-20T22:48:00Z') });
    expect(forecast?.periods[0]).to.deep.include({
      at: new Date('2026-05-20T22:00:00Z'),
      temperatureC: 28.33,
      windGustMps: 10,
      windDirDeg: 180,
      sky: 'Severe Thunderstorms',
    });
    expect(forecast?.periods.map(({ sky, windGustMps }) => [sky, windGustMps])).to.deep.equal([
      ['Severe Thunderstorms', 10],
      ['Severe Thunderstorms', null],
      [null, null],
    ]);
    expect(await context.db.forecasts.at(norman)).to.deep.equal(forecast);
  });

  it('requests a stored cell directly, and looks it up again if it is gone', async () => {
    await fetchForecast(context, norman, cell);
    expect(provider.asked).to.deep.equal(['/gridpoints/OUN/97,94', '/gridpoints/OUN/97,94/forecast/hourly']);
    provider.asked.length = 0;
    expect(await fetchForecast(context, norman, { ...cell, gridX: 96 })).to.deep.include({ gridX: 97 });
    expect(provider.asked).to.include('/points/35.2226,-97.4395');
  });

  it('limits the validity of a forecast', async () => {
    for (const [said, minutes] of [['max-age=0', 5], ['no-store', 60], ['max-age=999999999', 360]] as const) {
      provider.cacheControl = said;
      const forecast = await fetchForecast(context, norman, cell);
      expect((forecast!.goodUntil.getTime() - now.getTime()) / 60_000, said).to.equal(minutes);
    }
  }); // prettier-ignore

  it('accepts layers without periods over the sea, and stores places without a grid', async () => {
    provider.answers.delete('/gridpoints/OUN/97,94/forecast/hourly');
    expect((await fetchForecast(context, norman))?.periods[0]).to.deep.include({ temperatureC: 28.33, sky: null });
    const atSea = { lat: 30.5, lon: -40 };
    expect(await fetchForecast(context, atSea)).to.equal(undefined);
    expect(provider.asked.at(-1)).to.equal('/points/30.5,-40');
    expect(await context.db.forecasts.isGap(atSea, new Date(0))).to.equal(true);
  });

  it('stores nothing if one of two responses is missing', async () => {
    const failure = (place = norman) => fetchForecast(context, place).then(() => undefined, (error: unknown) => error); // prettier-ignore
    provider.answers.set('/gridpoints/OUN/97,94/forecast/hourly', new UpstreamError('api.weather.gov', 'away'));
    expect(await failure()).to.be.instanceOf(UpstreamError);
    provider.answers.set('/gridpoints/OUN/97,94/forecast/hourly', '{"properties":{}}');
    expect(await failure()).to.be.instanceOf(DataError);
    provider.answers.set('/gridpoints/OUN/97,94/forecast/hourly', hourly);
    for (const gridX of [-1, 1.5, 1e9]) {
      provider.answers.set('/points/35.2226,-97.4395', point({ gridX }));
      expect(await failure(), `${gridX}`).to.be.instanceOf(DataError);
    }
    provider.answers.set('/points/35.2226,-97.4395', point({ gridId: '../x' }));
    expect(await failure()).to.be.instanceOf(DataError);
    expect(await context.db.forecasts.at(norman)).to.equal(undefined);
  });

  it('refreshes one place as a feed, and records the health of the source', async () => {
    expect(await nwsForecasts.run(context)).to.deep.include({ new: 1 });
    expect(await nwsForecasts.run(context)).to.deep.include({ new: 0, unchanged: 1 });
    expect(provider.asked).to.have.length(3);
    const [health] = await context.db.sourceRuns.health(now);
    expect(health).to.deep.include({ source: 'forecast', dataAt: now });
  });

  it('parses a real cell', async function () {
    const read = (name: string) => readFileSync(sharedFile(this, `data/upstream/forecast/${name}`), 'utf8');
    provider.answers.set('/points/42.745,-73.752', read('points_42.745,-73.752.json'));
    provider.answers.set('/gridpoints/ALY/71,67', read('gridpoints_ALY_71,67.json'));
    provider.answers.set('/gridpoints/ALY/71,67/forecast/hourly', read('gridpoints_ALY_71,67_hourly.json'));
    const albany = { lat: 42.745, lon: -73.752 };
    const clock = () => new Date('2026-07-15T19:00:00Z');
    const forecast = await fetchForecast({ ...context, clock }, albany);
    expect(forecast).to.deep.include({ office: 'ALY', gridX: 71, gridY: 67, timezone: 'America/New_York' });
    // The first of 156 periods: 83 °F, 14 mph from NW; the layer of temperature has 28.3 °C, which is 83 °F.
    const first = forecast?.periods.find(({ sky }) => sky !== null);
    expect(first).to.deep.include({ at: new Date('2026-07-15T20:00:00Z'), sky: 'Partly Sunny' });
    expect(first?.temperatureC).to.be.closeTo((83 - 32) / 1.8, 0.3);
    expect(first?.windGustMps).to.be.greaterThan(first?.windSpeedMps as number);
    expect(forecast?.periods.filter(({ sky }) => sky !== null)).to.have.length(156);
    expect(await context.db.forecasts.at(albany)).to.deep.equal(forecast);
  });
});
