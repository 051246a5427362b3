import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { squareAt } from '@severe/db/testing/rows/alert-event';
import { testDatabase } from '@severe/db/testing/database';
import { run, type Running } from '@severe/testing/serve';
import { fetchesOnDemand } from '../src/on-demand.ts';

describe('ingest/on-demand', () => {
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
    const { fetchForecast } = fetchesOnDemand({ settings, db, clock, simulated: false }, new AbortController().signal);
    const forecast = await fetchForecast?.({ lat: 35.22, lon: -97.44 }, cell);
    expect(forecast?.periods.map(({ temperatureC }) => temperatureC)).to.deep.equal([25, 25]);
    expect(forecast?.goodUntil).to.deep.equal(new Date('2026-05-20T22:28:00Z'));
    expect(asked).to.have.members([
      '/api.weather.gov/gridpoints/OUN/97,94',
      '/api.weather.gov/gridpoints/OUN/97,94/forecast/hourly',
    ]);
  });

  it('fetches the forecast zone of a place, and stores its shape outside a simulated world', async function () {
    this.timeout(60_000);
    const asked: (string | undefined)[] = [];
    const properties = { id: 'OKZ029', type: 'public', name: 'Cleveland', state: 'OK', cwa: ['OUN'] };
    const zone = { type: 'Feature', properties, geometry: squareAt(-97.7, 35, 0.6) };
    provider = await run(({ url }, response) => {
      asked.push(url);
      const features = url?.includes('point=0') ? [] : [{ ...zone, geometry: null }];
      const body = url?.includes('?') ? { type: 'FeatureCollection', features } : zone;
      response.writeHead(200, { 'content-type': 'application/geo+json' }).end(JSON.stringify(body));
    });
    const settings = { providers: `http://127.0.0.1:${(provider.server.address() as AddressInfo).port}` };
    const db = await testDatabase({ clock });
    const fetchIn = (simulated: boolean) =>
      fetchesOnDemand({ settings, db, clock, simulated }, new AbortController().signal).fetchZone!;
    const norman = { lat: 35.222571, lon: -97.439482 };
    const list = '/api.weather.gov/zones?type=forecast&point=35.2226,-97.4395';
    expect(await fetchIn(true)(norman)).to.equal('OKZ029');
    expect(asked.splice(0)).to.deep.equal([list]);
    expect((await db.places.around(norman)).zone).to.equal(null);

    expect(await fetchIn(false)(norman)).to.equal('OKZ029');
    expect(asked.splice(0)).to.deep.equal([list, '/api.weather.gov/zones/forecast/OKZ029']);
    expect((await db.places.around(norman)).zone).to.equal('OKZ029');
    expect(await fetchIn(false)(norman)).to.equal('OKZ029');
    expect(asked.splice(0), 'its shape is stored').to.deep.equal([list]);
    expect(await fetchIn(false)({ lat: 0, lon: 0 })).to.equal(null);
  });

  it('never contacts the real provider in a simulated world', async function () {
    this.timeout(60_000);
    const db = await testDatabase({ clock, simulated: true });
    const means = { settings: { providers: '' }, db, clock, simulated: true };
    expect(fetchesOnDemand(means, new AbortController().signal)).to.deep.equal({});
  });
});
