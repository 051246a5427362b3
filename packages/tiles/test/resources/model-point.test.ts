import { hrrrProducts, models } from '@severe/catalogue';
import { cacheControl, responseProblems } from '@severe/http';
import { expect } from 'chai';
import { pointVariables } from '../../src/forecast/variables.ts';
import { getModelPoint } from '../../src/resources/model-point.ts';
import { basesOf, middle, publishHour, rampAtMiddle } from '../support/hrrr.ts';
import { openWorld, type World } from '../support/world.ts';

const path = '/models/hrrr/point';
const inside = `${path}?lat=${middle.lat}&lon=${middle.lon}`;

describe('forecast/variables', () => {
  it('name existing products, in the units of the catalogue', () => {
    for (const { product, units, key } of pointVariables) {
      expect(hrrrProducts.find(({ id }) => id === product)?.units, key).to.equal(units);
    }
  });
});

describe('/models/hrrr/point', () => {
  let world: World;
  let now = new Date('2026-05-20T22:18:05Z');
  before(async () => {
    world = await openWorld({ clock: () => now });
  });
  after(() => world.close());

  it('is empty while there is no run, and is already 404 outside the grid', async () => {
    const { status, headers, json } = await world.request(inside);
    expect([status, headers['cache-control']]).to.deep.equal([200, cacheControl({ seconds: 15 })]);
    const { run, times, variables } = json() as { run: null; times: []; variables: Record<string, []> };
    expect({ run, times }).to.deep.equal({ run: null, times: [] });
    expect(Object.values(variables)).to.deep.equal(Array.from({ length: 13 }, () => []));
    expect((await world.request(`${path}?lat=0&lon=0`)).status).to.equal(404);
  });

  it('gives every variable of the nearest cell, hour by hour, from one run', async () => {
    await publishHour(world, '2026-05-20T21:00:00Z', 0, { elevation: 300 });
    for (const hour of [1, 2, 3]) await publishHour(world, '2026-05-20T21:00:00Z', hour, basesOf(1000 * hour));
    await publishHour(world, '2026-05-20T22:00:00Z', 0, basesOf(9000));

    const { status, headers, json } = await world.request(`${inside}&hours=6`);
    expect(status).to.equal(200);
    const body = json();
    expect(responseProblems(getModelPoint(models.hrrr), body)).to.deep.equal([]);
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
    const whole = await world.request(`${inside}&hours=3`);
    expect(whole.headers['cache-control']).to.include('max-age=300, ');
    expect(headers['cache-control'], 'three hours are missing').to.include('max-age=15, ');
  });

  it('uses the same run for one hour and for the default, although a newer one holds that hour', async () => {
    const { run, times } = (await world.request(`${inside}&hours=1`)).json();
    expect([run, times]).to.deep.equal(['2026-05-20T21:00:00Z', ['2026-05-20T22:00:00Z']]);
    expect((await world.request(inside)).json().run).to.equal(run);
  });

  it('uses the run that reaches furthest for more than 18 hours', async () => {
    for (const hour of [5, 6, 25]) await publishHour(world, '2026-05-20T18:00:00Z', hour, basesOf(500));
    const far = (await world.request(`${inside}&hours=24`)).json();
    expect([far.run, far.times.at(-1)]).to.deep.equal(['2026-05-20T21:00:00Z', '2026-05-21T00:00:00Z']);
    for (const hour of [4, 7, 8]) await publishHour(world, '2026-05-20T18:00:00Z', hour, basesOf(500));
    const further = (await world.request(`${inside}&hours=48`)).json();
    expect([further.run, further.times.length]).to.deep.equal(['2026-05-20T18:00:00Z', 22]);
    expect((await world.request(inside)).json().run).to.equal('2026-05-20T18:00:00Z');
  });

  it('does not have the last hour before all of its fields are there', async () => {
    const { t2m, cape } = basesOf(700);
    await publishHour(world, '2026-05-20T18:00:00Z', 26, { t2m, cape });
    const { times, variables } = (await world.request(`${inside}&hours=48`)).json();
    expect([times.length, variables.t2m_c.length]).to.deep.equal([22, 22]);
    await publishHour(world, '2026-05-20T18:00:00Z', 26, basesOf(700));
    const whole = (await world.request(`${inside}&hours=48`)).json();
    expect(whole.times).to.have.length(23);
    expect(Object.values(whole.variables as Record<string, unknown[]>).map((column) => column.at(-1))).not.to.include(
      null,
    );
  });

  it('has what is there at a first start, and only whole hours once the first hour is whole', async () => {
    const run = '2026-05-22T09:00:00Z';
    const later = await openWorld({ clock: () => new Date('2026-05-22T09:30:00Z') });
    const timesNow = async () => (await later.request(`${inside}&hours=6`)).json().times as string[];
    const { 'wind10m-direction': direction, ...others } = basesOf(100);
    try {
      await publishHour(later, run, 0, others);
      await publishHour(later, run, 1, basesOf(200)); // two threads: the hours of a run can arrive out of order
      const partial = await later.request(inside);
      expect(partial.headers['cache-control']).to.equal(cacheControl({ seconds: 15 }));
      const { run: shown, times, variables } = partial.json();
      expect([shown, times]).to.deep.equal([run, ['2026-05-22T09:00:00Z', '2026-05-22T10:00:00Z']]);
      expect(variables.wind10m_dir_deg[0]).to.equal(null);
      expect(variables.t2m_c).to.not.include(null);
      await publishHour(later, run, 0, { 'wind10m-direction': direction });
      expect(await timesNow()).to.deep.equal(['2026-05-22T09:00:00Z', '2026-05-22T10:00:00Z']);
      await publishHour(later, run, 2, { t2m: 300 });
      expect(await timesNow()).to.have.length(2);
    } finally {
      await later.close();
    }
  });

  it('reads nothing for a point near an earlier one', async () => {
    const first = await world.request(`${inside}&hours=6`);
    world.objects.rangeReads = 0;
    const near = await world.request(`${path}?lat=38.53&lon=-97.5&hours=6`);
    expect([near.status, world.objects.rangeReads]).to.deep.equal([200, 0]);
    expect(near.json().variables.t2m_c).to.not.deep.equal(first.json().variables.t2m_c);
  });

  it('answers 304 to a client that has the response', async () => {
    const { etag } = (await world.request(inside)).headers;
    expect((await world.request(inside, { headers: { 'If-None-Match': etag! } })).status).to.equal(304);
  });

  it('is 404 for a point outside the grid, near or far', async () => {
    for (const point of ['lat=38.5&lon=-99', 'lat=0&lon=0', 'lat=-90&lon=180', 'lat=90&lon=-97']) {
      const { status, json } = await world.request(`${path}?${point}`);
      expect([status, json().detail], point).to.deep.equal([404, 'Point is outside the HRRR grid']);
    }
  });

  it('refuses an invalid point with the name of the parameter', async () => {
    const cases: [string, string, string][] = [
      ['lat=100&lon=0', 'lat', 'less_than_equal'],
      ['lat=40', 'lon', 'missing'],
      ['lat=nan&lon=-97', 'lat', 'float_parsing'],
      ['lat=40&lon=-97&hours=49', 'hours', 'less_than_equal'],
      ['lat=40&lon=-97&hours=0', 'hours', 'greater_than_equal'],
      ['lat=40&lon=-97&lon=-98', 'lon', 'value_error'],
    ];
    for (const [query, name, type] of cases) {
      const { status, json } = await world.request(`${path}?${query}`);
      expect([status, json().detail[0].loc, json().detail[0].type], query).to.deep.equal([422, ['query', name], type]);
    }
  });

  it('is null where the run has no value, and keeps the hour', async () => {
    const run = '2026-05-21T03:00:00Z';
    await publishHour(world, run, 0, { t2m: 1000, cape: undefined });
    for (const hour of [2, 3, 4]) await publishHour(world, run, hour, { t2m: 1000 * hour, cape: undefined });
    now = new Date('2026-05-21T03:30:00Z');
    const { times, variables, elevation_m } = (await world.request(`${inside}&hours=3`)).json();
    expect(times).to.have.length(3);
    expect(variables.t2m_c).to.deep.equal([rampAtMiddle(1000), null, rampAtMiddle(2000)]);
    expect(variables.cape_jkg).to.deep.equal([null, null, null]);
    expect(elevation_m).to.equal(Math.round(rampAtMiddle(300))); // from an older run: terrain does not change
  });

  it('is 503 with Retry-After if an object has just been removed', async () => {
    const run = '2026-05-21T04:00:00Z';
    await publishHour(world, run, 0, basesOf(1));
    const stored = new Map(world.objects.stored);
    world.objects.stored.clear();
    now = new Date('2026-05-21T04:30:00Z');
    const { status, headers } = await world.request(`${inside}&hours=1`);
    expect([status, headers['retry-after']]).to.deep.equal([503, '1']);
    for (const [key, body] of stored) world.objects.stored.set(key, body);
    expect((await world.request(`${inside}&hours=1`)).status).to.equal(200); // a failed opening is not cached
  });

  it('is served from the frames in memory while the database is unavailable', async () => {
    world.frames.away = true;
    expect((await world.request(inside)).status).to.equal(200);
    world.frames.away = false;
  });
});
