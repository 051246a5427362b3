import { expect } from 'chai';
import { UpstreamError } from '@severe/base';
import { hrrrProducts } from '@severe/catalogue';
import { cacheControl, responseProblems } from '@severe/http';
import { getHrrrPoint, listModels } from '../../../src/resources/models/endpoints.ts';
import { pointVariables } from '../../../src/resources/models/variables.ts';
import { basesOf, middle, publishHour, rampAtMiddle } from '../../support/hrrr.ts';
import { startTestApi, type TestService } from '../../support/service.ts';

const path = '/api/v1/models/hrrr/point';
const inside = `${path}?lat=${middle.lat}&lon=${middle.lon}`;

describe('api/models/variables', () => {
  it('names products that exist, in the units that the catalogue gives them', () => {
    for (const { product, units, key } of pointVariables) {
      expect(hrrrProducts.find(({ id }) => id === product)?.units, key).to.equal(units);
    }
  });
});

describe('api/models/hrrr/point', () => {
  let service: TestService;
  let reads: number;
  let removed: boolean;
  before(async function () {
    this.timeout(60_000);
    service = await startTestApi(({ platform }) => ({
      platform: {
        ...platform,
        objects: {
          ...platform.objects,
          ping: () => platform.objects.ping(),
          getRange: (key, start, length) => {
            reads++;
            return removed ? Promise.resolve(undefined) : platform.objects.getRange(key, start, length);
          },
        },
      },
    }));
  });
  beforeEach(() => {
    reads = 0;
    removed = false;
  });
  after(() => service?.close());

  it('knows nothing while there is no run, says so, and knows already what is outside', async () => {
    const { status, headers, json } = await service.ask(inside);
    expect([status, headers['cache-control']]).to.deep.equal([200, cacheControl({ seconds: 15 })]);
    const { run, times, variables } = json() as { run: null; times: []; variables: Record<string, []> };
    expect({ run, times }).to.deep.equal({ run: null, times: [] });
    expect(Object.values(variables)).to.deep.equal(Array.from({ length: 13 }, () => []));
    expect((await service.ask(`${path}?lat=0&lon=0`)).status).to.equal(404);
    expect((await service.ask('/api/v1/models/available')).json().models[0].latest_run).to.equal(null);
  });

  it('gives every variable of the nearest cell, hour by hour, from one run', async function () {
    this.timeout(60_000);
    await publishHour(service, '2026-05-20T21:00:00Z', 0, { elevation: 300 });
    for (const hour of [1, 2, 3]) await publishHour(service, '2026-05-20T21:00:00Z', hour, basesOf(1000 * hour));
    await publishHour(service, '2026-05-20T22:00:00Z', 0, basesOf(9000));

    const { status, headers, json } = await service.ask(`${inside}&hours=6`);
    expect(status).to.equal(200);
    const body = json();
    expect(responseProblems(getHrrrPoint, body)).to.deep.equal([]);
    expect(body.run).to.equal('2026-05-20T21:00:00Z');
    expect(body.times).to.deep.equal(['2026-05-20T22:00:00Z', '2026-05-20T23:00:00Z', '2026-05-21T00:00:00Z']);
    expect(body.elevation_m).to.equal(Math.round(rampAtMiddle(300)));
    for (const { key, product, decimals } of pointVariables) {
      const bases = [1, 2, 3].map((hour) => basesOf(1000 * hour)[product]);
      const expected = bases.map((base) => Number(rampAtMiddle(base).toFixed(decimals)));
      expect(body.variables[key], key).to.deep.equal(expected);
    }
    // The newest frame of the run: its third hour, published 63 minutes after the start.
    expect(headers['last-modified']).to.equal('Wed, 20 May 2026 22:03:00 GMT');
    const whole = await service.ask(`${inside}&hours=3`);
    expect(whole.headers['cache-control']).to.include('max-age=300, ');
    expect(headers['cache-control'], 'three of the hours are not there yet').to.include('max-age=15, ');
  });

  it('takes the newer run as soon as it holds as much of what is asked for', async () => {
    const { run, times } = (await service.ask(`${inside}&hours=1`)).json();
    expect([run, times]).to.deep.equal(['2026-05-20T22:00:00Z', ['2026-05-20T22:00:00Z']]);
  });

  it('reads nothing for a point near one that was asked before', async () => {
    const first = await service.ask(`${inside}&hours=6`);
    reads = 0;
    const near = await service.ask(`${path}?lat=38.53&lon=-97.5&hours=6`);
    expect([near.status, reads]).to.deep.equal([200, 0]);
    expect(near.json().variables.t2m_c).to.not.deep.equal(first.json().variables.t2m_c);
  });

  it('says 304 to who has the answer', async () => {
    const { etag } = (await service.ask(inside)).headers;
    expect((await service.ask(inside, { 'If-None-Match': etag! })).status).to.equal(304);
  });

  it('has a clear answer for a point that is not on the grid, near or far', async () => {
    for (const point of ['lat=38.5&lon=-99', 'lat=0&lon=0', 'lat=-90&lon=180', 'lat=90&lon=-97']) {
      const { status, json } = await service.ask(`${path}?${point}`);
      expect([status, json().detail], point).to.deep.equal([404, 'Point is outside the HRRR grid']);
    }
  });

  it('refuses what is no point, and names the parameter', async () => {
    const cases: [string, string, string][] = [
      ['lat=100&lon=0', 'lat', 'less_than_equal'],
      ['lat=40', 'lon', 'missing'],
      ['lat=nan&lon=-97', 'lat', 'float_parsing'],
      ['lat=40&lon=-97&hours=49', 'hours', 'less_than_equal'],
      ['lat=40&lon=-97&hours=0', 'hours', 'greater_than_equal'],
      ['lat=40&lon=-97&lon=-98', 'lon', 'value_error'],
    ];
    for (const [query, name, type] of cases) {
      const { status, json } = await service.ask(`${path}?${query}`);
      expect([status, json().detail[0].loc, json().detail[0].type], query).to.deep.equal([422, ['query', name], type]);
    }
  });

  it('writes null where the run has no value, and keeps the hour', async function () {
    this.timeout(60_000);
    const run = '2026-05-21T03:00:00Z';
    await publishHour(service, run, 0, { t2m: 1000, cape: undefined });
    await publishHour(service, run, 2, { t2m: 3000 });
    service.setTime('2026-05-21T03:30:00Z');
    const { times, variables, elevation_m } = (await service.ask(`${inside}&hours=4`)).json();
    expect(times).to.have.length(3);
    expect(variables.t2m_c).to.deep.equal([rampAtMiddle(1000), null, rampAtMiddle(3000)]);
    expect(variables.cape_jkg).to.deep.equal([null, null, null]);
    expect(elevation_m).to.equal(Math.round(rampAtMiddle(300))); // of an older run: the ground stays
  });

  it('asks to come back where an object has just been removed', async () => {
    removed = true;
    const run = '2026-05-21T04:00:00Z';
    await publishHour(service, run, 0, { t2m: 1, cape: 1, cin: 1 });
    service.setTime('2026-05-21T04:30:00Z');
    const { status, headers } = await service.ask(`${inside}&hours=1`);
    expect([status, headers['retry-after']]).to.deep.equal([503, '1']);
    removed = false;
    expect((await service.ask(`${inside}&hours=1`)).status).to.equal(200); // a failed opening is not remembered
  });

  it('lists the model with its newest run', async () => {
    const body = (await service.ask('/api/v1/models/available')).json();
    expect(responseProblems(listModels, body)).to.deep.equal([]);
    expect(body.models[0]).to.deep.include({
      id: 'hrrr',
      name: 'HRRR',
      resolution_km: 3,
      cycle_hours: 1,
      max_hours: 48,
      bounds: [-134.1, 21.1, -60.9, 52.6],
      latest_run: '2026-05-21T04:00:00Z',
    });
    expect(body.models[0].variables).to.include.members(['cape', 'wind10m']).and.not.include('elevation');
  });

  it('is 503 while the database is away', async () => {
    const away = await startTestApi(({ db }) => ({
      db: { ...db, frames: { ...db.frames, all: () => Promise.reject(new UpstreamError('database', 'refused')) } },
    }));
    try {
      expect((await away.ask(inside)).status).to.equal(503);
    } finally {
      await away.close();
    }
  });
});
