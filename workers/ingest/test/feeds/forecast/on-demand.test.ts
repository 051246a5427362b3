import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { squareAt } from '@severe/db/testing/rows/alert-event';
import { testDatabase } from '@severe/db/testing/database';
import { run, type Running } from '@severe/testing/serve';
import { forecastsOnDemand } from '../../../src/feeds/forecast/on-demand.ts';

describe('forecast/on-demand', () => {
  const clock = () => new Date('2026-05-20T22:18:00Z');
  const cell = { office: 'OUN', gridX: 97, gridY: 94, timezone: 'America/Chicago' };

  let provider: Running;
  afterEach(() => provider?.close());

  it('uses the simulated provider, as the feeds do', async function () {
    this.timeout(60_000);
    const asked: (string | undefined)[] = [];
    provider = await run((request, response) => {
      asked.push(request.url);
      const values = [{ validTime: '2026-05-20T22:00:00+00:00/PT2H', value: 25 }];
      const properties = {
        gridId: 'OUN',
        gridX: 97,
        gridY: 94,
        updateTime: '2026-05-20T20:00:00+00:00',
        temperature: { uom: 'wmoUnit:degC', values },
      };
      if (request.url?.endsWith('hourly')) response.writeHead(404).end();
      else
        response
          .writeHead(200, { 'cache-control': 'max-age=600' })
          .end(JSON.stringify({ geometry: squareAt(-97.45, 35.21, 0.02), properties }));
    });
    const db = await testDatabase({ clock });
    const settings = { providers: `http://127.0.0.1:${(provider.server.address() as AddressInfo).port}` };
    const fetchForecast = forecastsOnDemand({ settings, db, clock, simulated: false }, new AbortController().signal);
    const forecast = await fetchForecast?.({ lat: 35.22, lon: -97.44 }, cell);
    expect(forecast?.periods.map(({ temperatureC }) => temperatureC)).to.deep.equal([25, 25]);
    expect(forecast?.goodUntil).to.deep.equal(new Date('2026-05-20T22:28:00Z'));
    expect(asked).to.have.members([
      '/api.weather.gov/gridpoints/OUN/97,94',
      '/api.weather.gov/gridpoints/OUN/97,94/forecast/hourly',
    ]);
  });

  it('never contacts the real provider in a simulated world', async function () {
    this.timeout(60_000);
    const db = await testDatabase({ clock, simulated: true });
    const means = { settings: { providers: '' }, db, clock, simulated: true };
    expect(forecastsOnDemand(means, new AbortController().signal)).to.equal(undefined);
  });
});
