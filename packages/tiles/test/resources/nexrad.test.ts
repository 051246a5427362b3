import { responseProblems } from '@severe/http';
import { findSweepProduct, frameKeys, radarSites, rangeFoldedColour } from '@severe/catalogue';
import { mercatorX, mercatorY } from '@severe/geo';
import { tileAt } from '@severe/geo/testing/tile-at';
import { placeAt, readVolume } from '@severe/nexrad';
import { encodePolar } from '@severe/raster/polar';
import { expect } from 'chai';
import sharp from 'sharp';
import { storm, twinLakes, volumeFile } from '@severe/nexrad/testing/radar-volume';
import { until } from '@severe/testing/until';
import { tileEndpoints } from '../../src/endpoints.ts';
import { frameRow } from '../support/frames.ts';
import { openWorld, type World } from '../support/world.ts';

const startedAt = new Date('2026-05-20T22:17:04Z');
/** Above the middle of the storm; 60 km along the beam are 60 km over the ground. */
const inStorm = placeAt(twinLakes, { azimuthDeg: storm.azimuthDeg, metres: 59_900 });
const inFolded = placeAt(twinLakes, { azimuthDeg: 210, metres: 80_000 });

/** Stores a volume and its row, as the raster worker does. */
async function publish(world: World, at = startedAt, site = 'KTLX'): Promise<void> {
  const raw = volumeFile(at, { station: site });
  const values = encodePolar(readVolume(raw), { station: site, site: twinLakes });
  const keys = frameKeys({ family: 'nexrad', product: site, runAt: null, validAt: at }, 'build');
  await world.objects.port.put(keys.values, values);
  const row = frameRow({
    family: 'nexrad',
    product: site,
    validAt: at,
    tilesKey: null,
    tilesBytes: 0,
    valuesKey: keys.values,
    valuesBytes: values.length,
  });
  world.frames.rows.push(row);
  await world.announce('published', row);
}

/** The colour of the pixel of a tile over a place; undefined where it is clear. */
async function colourAt(body: Buffer, { lat, lon }: { lat: number; lon: number }, z: number) {
  const { data, info } = await sharp(body).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const tile = tileAt(lon, lat, z);
  const scale = info.width;
  const x = Math.floor((mercatorX(lon) * 2 ** z - tile.x) * scale);
  const y = Math.floor((mercatorY(lat) * 2 ** z - tile.y) * scale);
  const [r, g, b, a] = data.subarray((y * scale + x) * 4);
  return a ? `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}` : undefined;
}

const pathOf = (product: string, place: { lat: number; lon: number }, z: number, query = '', ending = '.png') => {
  const { x, y } = tileAt(place.lon, place.lat, z);
  return `/nexrad/KTLX/${product}/${z}/${x}/${y}${ending}${query}`;
};
const stopBelow = (id: string, value: number) =>
  findSweepProduct(id)!.palette.findLast(([from]) => from <= value + 1e-9)![1];
const knots = 3600 / 1852;

/** Until a thread has started, which may take longer on a busy machine than a request waits. */
async function warm(world: World): Promise<void> {
  await until(async () => (await world.request(pathOf('sw', inStorm, 5))).status !== 503);
}

describe('resources/nexrad', () => {
  let world: World;
  before(async function () {
    this.timeout(60_000);
    world = await openWorld();
    await publish(world, new Date('2026-05-20T22:11:40Z'));
    await publish(world);
    await warm(world);
  });
  after(() => world.close());

  /** Whatever the shape of an answer declares, its body has. */
  function expectShape(path: string, body: object): void {
    const endpoint = tileEndpoints.find((one) => one.path === path)!;
    expect(responseProblems(endpoint, body)).to.deep.equal([]);
  }

  describe('tiles', () => {
    for (const z of [5, 8, 10]) {
      it(`shows the storm in the colour of 60 dBZ at z${z}, of the newest volume`, async () => {
        const { status, headers, body } = await world.request(pathOf('reflectivity', inStorm, z));
        expect(status).to.equal(200);
        expect(headers).to.include({
          'content-type': 'image/png',
          'x-frame-time': '2026-05-20T22:17:04Z',
          'x-tile-status': 'data',
          'x-tile-elevation': '0.5',
          'cache-control': 'public, max-age=30, stale-while-revalidate=60, stale-if-error=300',
        });
        expect(headers['x-storm-motion']).to.equal(undefined);
        expect(await colourAt(body, inStorm, z)).to.equal(stopBelow('reflectivity', 60));
      });
    }

    it('is immutable with the exact time, and supports 304', async () => {
      const path = pathOf('reflectivity', inStorm, 8, '?ts=202605202211');
      const { headers } = await world.request(path);
      expect(headers).to.include({
        'x-frame-time': '2026-05-20T22:11:40Z',
        'cache-control': 'public, max-age=604800, immutable',
      });
      const again = await world.request(path, { headers: { 'If-None-Match': headers.etag as string } });
      expect(again.status).to.equal(304);
    });

    it('uses the newest volume of the ten minutes before another time, else is 404', async () => {
      const near = await world.request(pathOf('reflectivity', inStorm, 8, '?ts=202605202227'));
      expect(near.headers).to.include({ 'x-frame-time': '2026-05-20T22:17:04Z' });
      expect(near.headers['cache-control']).to.contain('max-age=30');
      const far = await world.request(pathOf('reflectivity', inStorm, 8, '?ts=202605202228'));
      expect([far.status, far.json().detail]).to.deep.equal([404, 'No KTLX frame at 202605202228']);
    });

    it('uses the cut nearest to the tilt among those with the moment', async () => {
      const elevations: unknown[] = [];
      for (const [product, tilt] of [
        ['reflectivity', '0'],
        ['reflectivity', '1.9'],
        ['reflectivity', '20'],
        ['velocity', '20'],
        ['zdr', '0.5'],
      ]) {
        const { headers } = await world.request(pathOf(product, inStorm, 8, `?tilt=${tilt}`));
        elevations.push(headers['x-tile-elevation']);
      }
      expect(elevations).to.deep.equal(['0.5', '3.1', '3.1', '0.5', '3.1']);
    });

    it('draws range-folded gates purple, and wind in knots', async () => {
      const velocity = await world.request(pathOf('velocity', inFolded, 9));
      expect(await colourAt(velocity.body, inFolded, 9)).to.equal(rangeFoldedColour);
      const inbound = placeAt(twinLakes, { azimuthDeg: 315, metres: 80_000 });
      const wind = await world.request(pathOf('velocity', inbound, 9));
      expect(await colourAt(wind.body, inbound, 9)).to.equal(stopBelow('velocity', -20 * knots));
    });

    it('subtracts the storm motion from srm, rounded to five, and names it', async () => {
      const inbound = placeAt(twinLakes, { azimuthDeg: 315, metres: 80_000 });
      const at = async (query: string) => {
        const { headers, body } = await world.request(pathOf('srm', inbound, 9, query));
        return [headers['x-storm-motion'], await colourAt(body, inbound, 9)];
      };
      // The wind comes from 315° at 38.9 kt; what moves with it sees none
      expect(await at('?sm_dir=313&sm_kt=41')).to.deep.equal(['315/40', stopBelow('srm', 40 - 20 * knots)]);
      expect(await at('')).to.deep.equal(['000/00', stopBelow('srm', -20 * knots)]);
      expect(await at('?sm_dir=360&sm_kt=0')).to.deep.equal(['000/00', stopBelow('srm', -20 * knots)]);
    });

    it('is immutable with a time and a motion, but not with the motion of a warning', async () => {
      const caching = async (product: string, query: string) =>
        (await world.request(pathOf(product, inStorm, 8, `?ts=202605202217${query}`))).headers['cache-control'];
      expect(await caching('srm', '')).to.contain('max-age=30');
      expect(await caching('srm', '&sm_dir=240&sm_kt=35')).to.contain('immutable');
      expect(await caching('velocity', '')).to.contain('immutable');
    });

    it('draws equal tiles once, whatever parameters of other products the URL has', async () => {
      const first = await world.request(pathOf('cc', inStorm, 8));
      const { loads } = world.server.metrics().sweeps;
      const second = await world.request(pathOf('cc', inStorm, 8, '?sm_dir=240&tilt=0.6&other=1'));
      expect(second.headers.etag).to.equal(first.headers.etag);
      expect(world.server.metrics().sweeps.loads).to.equal(loads);
    });

    it('reads only the header of a volume and the requested sweep', async () => {
      const fresh = await openWorld();
      try {
        await publish(fresh);
        const reads: number[] = [];
        const getRange = fresh.objects.port.getRange.bind(fresh.objects.port);
        fresh.objects.port.getRange = (key, start, length) => {
          reads.push(length);
          return getRange(key, start, length);
        };
        await warm(fresh);
        reads.length = 0;
        await Promise.all([8, 9, 10].map((z) => fresh.request(pathOf('reflectivity', inStorm, z))));
        expect(reads.length).to.equal(1); // the head is here since the first image; the codes come once
      } finally {
        await fresh.close();
      }
    });

    it('has 512-pixel, WebP and other palette forms', async () => {
      const double = await world.request(pathOf('reflectivity', inStorm, 8, '', '@2x.png'));
      const { width, height } = await sharp(double.body).metadata();
      expect({ width, height }).to.deep.equal({ width: 512, height: 512 });
      expect(await colourAt(double.body, inStorm, 8)).to.equal(stopBelow('reflectivity', 60));
      const webp = await world.request(pathOf('reflectivity', inStorm, 8, '?palette=colour-blind', '.webp'));
      expect(webp.headers['content-type']).to.equal('image/webp');
      const { palette, colourBlind } = findSweepProduct('reflectivity')!;
      expect(await colourAt(webp.body, inStorm, 8)).to.equal(colourBlind[palette.findIndex(([from]) => from === 60)]);
    });

    it('is smoothed in every form, and keeps the measured value at a point', async () => {
      const point = `/nexrad/KTLX/velocity/point?lat=${inStorm.lat}&lon=${inStorm.lon}`;
      const value = (await world.request(point)).json().value;
      for (const ending of ['.png', '@2x.png', '.webp']) {
        const plain = await world.request(pathOf('velocity', inStorm, 9, '', ending));
        const smooth = await world.request(pathOf('velocity', inStorm, 9, '?smooth=true', ending));
        expect(smooth.status, ending).to.equal(200);
        expect(smooth.headers['content-type']).to.equal(plain.headers['content-type']);
        expect(smooth.body.equals(plain.body), ending).to.equal(false);
      }
      expect((await world.request(point)).json().value).to.equal(value);
    });

    it('is transparent where it is empty, with a status', async () => {
      const status = async (product: string, place: { lat: number; lon: number }, z: number) =>
        (await world.request(pathOf(product, place, z))).headers['x-tile-status'];
      expect(await status('reflectivity', { lat: 34.5, lon: -98.2 }, 9)).to.equal('empty');
      expect(await status('reflectivity', { lat: 45, lon: -80 }, 6)).to.equal('outside');
      expect(await status('sw', { lat: 35.2, lon: -97.1 }, 9)).to.equal('data');
    });

    it('accepts sites by three or four letters in any case; unknown sites and products are 404 with a list', async () => {
      const tile = pathOf('reflectivity', inStorm, 8);
      for (const name of ['ktlx', 'TLX', 'tlx']) {
        expect((await world.request(tile.replace('KTLX', name))).status, name).to.equal(200);
      }
      const nobody = await world.request(tile.replace('KTLX', 'KXXX'));
      expect(nobody.status).to.equal(404);
      expect(nobody.json().detail).to.contain('KTLX, ');
      const nothing = await world.request(tile.replace('reflectivity', 'rain'));
      expect([nothing.status, nothing.json().detail]).to.deep.equal([
        404,
        'Unknown nexrad product; valid ids: reflectivity, velocity, srm, cc, zdr, sw',
      ]);
      const silent = await world.request(tile.replace('KTLX', 'KINX'));
      expect([silent.status, silent.json().detail]).to.deep.equal([404, 'No KINX frame yet']);
    });

    it('refuses parameters out of bounds, and half a motion', async () => {
      const statusOf = async (path: string) => (await world.request(path)).status;
      for (const query of ['tilt=-1', 'tilt=20.1', 'tilt=x', 'sm_dir=361&sm_kt=5', 'sm_dir=5&sm_kt=151']) {
        expect(await statusOf(pathOf('srm', inStorm, 8, `?${query}`)), query).to.equal(422);
      }
      for (const [query, missing] of [
        ['sm_dir=240', 'sm_kt'],
        ['sm_kt=35', 'sm_dir'],
      ]) {
        const { status, json } = await world.request(pathOf('srm', inStorm, 8, `?${query}`));
        expect([status, json().detail[0].loc]).to.deep.equal([422, ['query', missing]]);
        const silent = await statusOf(pathOf('srm', inStorm, 8, `?${query}`).replace('KTLX', 'KINX'));
        expect(silent, 'of a site without a volume').to.equal(422);
      }
      expect(await statusOf(pathOf('srm', inStorm, 8, '?ts=now'))).to.equal(400);
      expect(await statusOf('/nexrad/KTLX/reflectivity/11/0/0.png')).to.equal(422);
      expect(await statusOf('/nexrad/KTLX/reflectivity/3/8/0.png')).to.equal(404);
    });

    it('is 503 with Retry-After while the object store is unavailable', async () => {
      const fresh = await openWorld();
      try {
        await publish(fresh);
        fresh.objects.stored.clear();
        const { status, headers } = await fresh.request(pathOf('reflectivity', inStorm, 8));
        expect([status, headers['retry-after']]).to.deep.equal([503, '1']);
      } finally {
        await fresh.close();
      }
    });
  });

  describe('sites', () => {
    it('lists every radar; online radars with their newest volume and its tilts', async () => {
      const { json } = await world.request('/nexrad/sites');
      expectShape('/nexrad/sites', json());
      const { sites } = json();
      expect(sites).to.have.length(radarSites.length);
      expect(sites.find((site: { id: string }) => site.id === 'KTLX')).to.deep.equal({
        id: 'KTLX',
        name: 'Oklahoma City',
        state: 'OK',
        lat: 35.33336,
        lon: -97.27776,
        elevation_m: 370,
        type: 'WSR-88D',
        status: 'online',
        latest: '202605202217',
        tilts: [0.5, 3.1],
      });
      const other = sites.find((site: { id: string }) => site.id === 'KINX');
      expect(other).to.include({ status: 'offline', latest: null });
      expect(other.tilts).to.deep.equal([]);
    });

    it('is offline when its newest volume is older than fifteen minutes', async () => {
      const late = await openWorld({ now: new Date('2026-05-20T22:32:05Z') });
      try {
        await publish(late);
        const { sites } = (await late.request('/nexrad/sites')).json();
        expect(sites.find((site: { id: string }) => site.id === 'KTLX')).to.include({
          status: 'offline',
          latest: '202605202217',
        });
      } finally {
        await late.close();
      }
    });
  });

  it('lists products with their palettes', async () => {
    const { json } = await world.request('/nexrad/products');
    expectShape('/nexrad/products', json());
    const [reflectivity, velocity] = json().products;
    expect(reflectivity).to.include({ id: 'reflectivity', units: 'dBZ', threshold: 5, range_folded: '#77007d' });
    expect(velocity).to.include({ id: 'velocity', units: 'kt', threshold: null });
    expect(velocity.palettes).to.deep.equal(['standard', 'colour-blind']);
  });

  it('lists the volumes of a site, oldest first', async () => {
    const { json } = await world.request('/nexrad/tlx/frames');
    expectShape('/nexrad/{site}/frames', json());
    expect(json()).to.deep.equal({
      site: 'KTLX',
      latest: '202605202217',
      latest_time: '2026-05-20T22:17:04Z',
      frames: ['202605202211', '202605202217'],
      tiles: 'https://wx.example.org/api/v1/nexrad/KTLX/{product}/{z}/{x}/{y}.png?ts={ts}',
    });
    expect((await world.request('/nexrad/KTLX/frames?minutes=5')).json().frames).to.deep.equal(['202605202217']);
    expect((await world.request('/nexrad/KINX/frames')).json()).to.include({ latest: null });
  });

  it('has TileJSON, centred on the radar', async () => {
    const { json } = await world.request('/nexrad/KTLX/srm.json?tilt=1.3&sm_dir=240&sm_kt=35&ts=202605202217');
    expectShape('/nexrad/{site}/{product}.json', json());
    const { tiles, bounds, center, attribution } = json();
    expect(tiles).to.deep.equal([
      'https://wx.example.org/api/v1/nexrad/KTLX/srm/{z}/{x}/{y}.png?tilt=1.3&sm_dir=240&sm_kt=35&ts=202605202217',
    ]);
    expect(center).to.deep.equal([-97.27776, 35.33336, 7]);
    expect(attribution).to.equal('NOAA/NWS NEXRAD');
    expect(bounds[0]).to.be.closeTo(-102.6, 0.2); // 460 km west
  });

  describe('point', () => {
    const ask = async (product: string, { lat, lon }: { lat: number; lon: number }, query = '') => {
      const path = `/nexrad/KTLX/${product}/point?lat=${lat}&lon=${lon}${query}`;
      const { status, json } = await world.request(path);
      expect(status).to.equal(200);
      expectShape('/nexrad/{site}/{product}/point', json());
      return json();
    };

    it('has the value of the gate, its position, and the height of the beam', async () => {
      const { distance_km, azimuth_deg, beam_height_m, ...answer } = await ask('reflectivity', inStorm);
      expect(answer).to.include({
        site: 'KTLX',
        product: 'reflectivity',
        ts: '202605202217',
        time: '2026-05-20T22:17:04Z',
        sweep_time: '2026-05-20T22:17:04Z',
        elevation_deg: 0.5,
        value: 60,
        units: 'dBZ',
        status: 'ok',
      });
      expect(distance_km).to.be.closeTo(59.9, 0.01);
      expect(azimuth_deg).to.be.closeTo(45, 0.01);
      // 390 m of ground and tower, 60 km × sin 0.48°, and 212 m that the earth falls away (r² / 2 · 8495 km)
      expect(beam_height_m).to.be.closeTo(390 + 503 + 212, 3);
    });

    it('has the reason if there is no value', async () => {
      expect(await ask('velocity', inFolded)).to.include({ value: null, status: 'range_folded' });
      expect(await ask('reflectivity', inFolded)).to.include({ value: null, status: 'below_threshold' });
      expect(await ask('reflectivity', { lat: 40, lon: -97 })).to.include({ value: null, status: 'outside' });
      const silent = await world.request('/nexrad/KINX/reflectivity/point?lat=36&lon=-95');
      expect(silent.json()).to.include({ value: null, status: 'no_data', ts: null });
    });

    it('subtracts the storm motion from srm', async () => {
      const inbound = placeAt(twinLakes, { azimuthDeg: 315, metres: 80_000 });
      expect((await ask('velocity', inbound)).value).to.be.closeTo(-20 * knots, 0.01);
      const relative = await ask('srm', inbound, '&sm_dir=315&sm_kt=40');
      expect(relative.storm_motion).to.equal('315/40');
      expect(relative.value).to.be.closeTo(40 - 20 * knots, 0.2); // in steps of a tenth of a metre a second
    });
  });
});
