import { responseProblems } from '@severe/http';
import { expect } from 'chai';
import { radarProducts } from '@severe/catalogue';
import type { Frame } from '@severe/db';
import { tileEndpoints } from '@severe/tiles';
import { codes, patch, stormField } from '../support/fields.ts';
import { openWorld, type World } from '../support/world.ts';

const at = (time: string) => new Date(`2026-05-20T${time}Z`);
const endpointOf = (path: string) => tileEndpoints.find((endpoint) => endpoint.path === path)!;

describe('GET /radar/frames', () => {
  let world: World;
  before(async () => {
    const times = ['21:30:38', '22:00:40', '22:08:36', '22:10:41', '22:12:36', '22:14:40', '22:16:38', '22:18:36'];
    world = await openWorld({ before: times.map((time) => ({ validAt: at(time) })) });
  });
  after(() => world.close());
  const frames = async (query = '') => (await world.request(`/radar/frames${query}`)).json();

  it('lists the half hour before the newest frame, oldest first', async () => {
    expect(await frames()).to.deep.equal({
      product: 'composite-reflectivity',
      interval_minutes: 2,
      latest: '202605202218',
      latest_time: '2026-05-20T22:18:36Z',
      frames: ['2200', '2208', '2210', '2212', '2214', '2216', '2218'].map((minute) => `20260520${minute}`),
      tiles: 'https://wx.example.org/api/v1/radar/tiles/composite-reflectivity/{z}/{x}/{y}.png?ts={ts}',
    });
  });

  it('accepts minutes and interval', async () => {
    const minutes = (body: { frames: string[] }) => body.frames.map((stamp) => stamp.slice(8));
    expect(minutes(await frames('?minutes=6'))).to.deep.equal(['2212', '2214', '2216', '2218']);
    expect(minutes(await frames('?interval=4'))).to.deep.equal(['2200', '2210', '2214', '2218']);
    expect(minutes(await frames('?minutes=180&interval=15'))).to.deep.equal(['2130', '2200', '2218']);
  });

  it('every listed frame is served, and is immutable', async () => {
    const { tiles, frames: stamps } = await frames();
    for (const ts of stamps) {
      const url = tiles.replace('{z}', 6).replace('{x}', 14).replace('{y}', 25).replace('{ts}', ts);
      const { status, headers } = await world.request(url.replace('https://wx.example.org/api/v1', ''));
      expect(status).to.equal(200);
      expect(headers['cache-control']).to.include('immutable');
    }
  });

  it('lists the frames that were published at a moment', async () => {
    const asOf = (time: string) => `?as_of=2026-05-20T${time}Z`;
    const published = new Date(at('22:14:40').getTime() + 90_500).toISOString().slice(11, 23);
    const before = new Date(at('22:14:40').getTime() + 90_499).toISOString().slice(11, 23);
    expect((await frames(asOf(published))).latest).to.equal('202605202214');
    expect(await frames(asOf(before))).to.deep.include({ latest: '202605202212', latest_time: '2026-05-20T22:12:36Z' });
    for (const outside of ['21:00:00', '23:59:00'])
      expect((await world.request(`/radar/frames${asOf(outside)}`)).status).to.equal(400);
  });

  it('is empty, and not 404, without frames', async () => {
    expect(await frames('?product=vil')).to.deep.include({ latest: null, latest_time: null, frames: [] });
  });

  for (const [query, name] of [
    ['minutes=4', 'minutes'],
    ['minutes=181', 'minutes'],
    ['interval=1', 'interval'],
    ['interval=99', 'interval'],
    ['interval=two', 'interval'],
    ['product=nope', 'product'],
    ['minutes=5&minutes=6', 'minutes'],
  ]) {
    it(`answers 422 that names ${name} for ${query}`, async () => {
      const { status, json } = await world.request(`/radar/frames?${query}`);
      expect(status).to.equal(422);
      expect(json().detail[0].loc).to.deep.equal(['query', name]);
    });
  }

  it('is cached for fifteen seconds, and has an entity tag of its content', async () => {
    const { headers } = await world.request('/radar/frames');
    expect(headers['cache-control']).to.equal('public, max-age=15, stale-while-revalidate=15, stale-if-error=300');
    const again = await world.request('/radar/frames', { headers: { 'If-None-Match': headers.etag as string } });
    expect(again.status).to.equal(304);
  });

  it('matches its schema', async () => {
    expect(responseProblems(endpointOf('/radar/frames'), await frames())).to.deep.equal([]);
    expect(responseProblems(endpointOf('/radar/frames'), await frames('?product=vil'))).to.deep.equal([]);
  });
});

describe('GET /radar/products and TileJSON', () => {
  let world: World;
  before(async () => {
    world = await openWorld({ before: [{}] });
  });
  after(() => world.close());

  it('lists all products with their legends', async () => {
    const { json, headers } = await world.request('/radar/products');
    const { products } = json();
    expect(products.map(({ id }: { id: string }) => id)).to.deep.equal(radarProducts.map(({ id }) => id));
    expect(products[0]).to.deep.include({
      id: 'composite-reflectivity',
      units: 'dBZ',
      min: -10,
      max: 75,
      threshold: 5,
      cadence_seconds: 120,
      minzoom: 0,
      maxzoom: 10,
      bounds: [-130, 20, -60, 55],
      latest: '202605202218',
      tiles: 'https://wx.example.org/api/v1/radar/tiles/composite-reflectivity/{z}/{x}/{y}.png',
    });
    expect(products[0].palette[0]).to.deep.equal({ value: 5, color: '#04e9e7' });
    expect(products[1].latest).to.equal(null);
    expect(responseProblems(endpointOf('/radar/products'), json())).to.deep.equal([]);
    expect(headers['cache-control']).to.include('max-age=60,');
  });

  it('is TileJSON 3.0, of the newest frame or of one', async () => {
    const { json } = await world.request('/radar/tiles/composite-reflectivity.json');
    const moving = json();
    expect(moving).to.include({ tilejson: '3.0.0', scheme: 'xyz', minzoom: 0, maxzoom: 10 });
    expect(moving.tiles).to.deep.equal([
      'https://wx.example.org/api/v1/radar/tiles/composite-reflectivity/{z}/{x}/{y}.png',
    ]);
    expect(responseProblems(endpointOf('/radar/tiles/{product}.json'), moving)).to.deep.equal([]);
    const near = (await world.request('/radar/tiles/composite-reflectivity.json?ts=202605202220')).json();
    expect(near.tiles[0]).to.match(/\.png\?ts=202605202218$/);
  });

  it('is 404 for unknown products and missing frames, and 400 for an invalid time', async () => {
    const status = async (path: string) => (await world.request(`/radar/tiles/${path}`)).status;
    expect(await status('nope.json')).to.equal(404);
    expect(await status('vil.json?ts=202605202218')).to.equal(404);
    expect(await status('vil.json')).to.equal(200);
    expect(await status('vil.json?ts=today')).to.equal(400);
  });
});

describe('GET /radar/point', () => {
  let world: World;
  let frame: Frame;
  before(async () => {
    world = await openWorld({ before: [{}] });
    frame = world.frames.rows[0];
  });
  after(() => world.close());
  const point = async (query: string) => (await world.request(`/radar/point?${query}`)).json();
  /** The centre of a cell. */
  const place = (column: number, row: number) =>
    `lat=${(patch.north - (row + 0.5) * patch.step).toFixed(3)}&lon=${(patch.west + (column + 0.5) * patch.step).toFixed(3)}`;

  it('has the value of the cell that contains the point', async () => {
    expect(await point('lat=34.995&lon=-96.995')).to.deep.equal({
      product: 'composite-reflectivity',
      lat: 34.995,
      lon: -96.995,
      ts: '202605202218',
      time: '2026-05-20T22:18:38Z',
      value: 60,
      units: 'dBZ',
      status: 'ok',
      approximate: true,
    });
  });

  it('equals the field in every cell of a row, with the reason where there is no value', async () => {
    const { packed, width } = stormField();
    const row = 203;
    for (let column = 0; column < width; column += 3) {
      const code = packed[row * width + column];
      const dbz = (code - 200) / 2;
      const { value, status } = await point(place(column, row));
      if (code === codes.missing) expect([value, status], `column ${column}`).to.deep.equal([null, 'no_data']);
      else if (code === codes.nothing || dbz < 5) {
        expect([value, status], `column ${column}`).to.deep.equal([null, 'below_threshold']);
      } else expect([value, status], `column ${column}`).to.deep.equal([dbz, 'ok']);
    }
  });

  it('distinguishes weak echo, no coverage, outside the grid and outside the product', async () => {
    expect(await point(place(5, 5))).to.include({ value: null, status: 'below_threshold' }); // 3 dBZ
    expect(await point(place(380, 200))).to.include({ value: null, status: 'no_data' });
    expect(await point('lat=45&lon=-100')).to.include({ value: null, status: 'outside' }); // not on the patch
    expect(await point('lat=0&lon=0')).to.include({ value: null, status: 'outside', units: 'dBZ' });
  });

  it('has the status no_data while there is no frame', async () => {
    const answer = await point('lat=35&lon=-97&product=vil');
    expect(answer).to.include({ value: null, status: 'no_data', ts: null, time: null, units: 'kg/m2' });
    expect(responseProblems(endpointOf('/radar/point'), answer)).to.deep.equal([]);
  });

  it('is 404 for a time without a frame, 400 for an invalid time, 422 for an invalid place', async () => {
    const status = async (query: string) => (await world.request(`/radar/point?${query}`)).status;
    expect(await status('lat=35&lon=-97&ts=202605202218')).to.equal(200);
    expect(await status('lat=35&lon=-97&ts=202605202200')).to.equal(404);
    expect(await status('lat=35&lon=-97&ts=x')).to.equal(400);
    for (const query of ['', 'lat=35', 'lat=91&lon=0', 'lat=35&lon=-181', 'lat=nan&lon=nan', 'lat=1e999&lon=0']) {
      expect(await status(query), query).to.equal(422);
    }
  });

  it('is immutable for an exact time, else cached for a minute', async () => {
    const caching = async (query: string) => (await world.request(`/radar/point?${query}`)).headers['cache-control'];
    expect(await caching('lat=35&lon=-97&ts=202605202218')).to.equal('public, max-age=604800, immutable');
    expect(await caching('lat=35&lon=-97&ts=202605202219')).to.include('max-age=60,');
    expect(await caching('lat=35&lon=-97')).to.include('max-age=60,');
  });

  it('reads the value file once for concurrent requests', async () => {
    await point('lat=35&lon=-97');
    expect(world.objects.gets.filter((key) => key === frame.valuesKey)).to.have.length(1);
  });

  it('rounds the place to five decimals', async () => {
    expect(await point('lat=35.123456789&lon=-97.000001')).to.include({ lat: 35.12346, lon: -97 });
  });
});
