import { formatStamp, formatTime } from '@severe/base';
import { tileAt } from '@severe/geo/testing/tile-at';
import { placeAt } from '@severe/nexrad';
import { expect } from 'chai';
import sharp from 'sharp';
import { storm, twinLakes, volumeFile } from '@severe/nexrad/testing/radar-volume';
import { until } from '@severe/testing/until';
import { mosaicTime, startWalk, type Walk } from './support/service.ts';

const block = { west: -98.5, south: 34.5, east: -96.5, north: 36.5, dbz: 52.5 };
const inside = 'lat=35.5&lon=-97.5';

interface Frames {
  frames: string[];
  latest: string | null;
}

describe('a radar file', function () {
  this.timeout(60_000);
  let walk: Walk;
  let first: Date;
  let second: Date;

  before(async () => {
    [first, second] = [2, 1].map((back) => mosaicTime(new Date(), back));
    walk = await startWalk({ published: [[first, block]] });
    await walk.until<Frames>('/api/v1/radar/frames', ({ frames }) => frames.length === 1);
  });
  after(() => walk?.close());

  it('becomes tiles with the palette colours at the echo and nowhere else', async () => {
    const response = await fetch(`${walk.url}/api/v1/radar/tiles/composite-reflectivity/5/7/12.png`);
    expect(response.status).to.equal(200);
    expect(response.headers.get('x-frame-time')).to.equal(formatTime(first));
    expect(response.headers.get('x-tile-status')).to.equal('data');
    const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info).to.include({ width: 256, height: 256, channels: 4 });
    const colours = new Set<string>();
    for (let i = 0; i < data.length; i += 4) colours.add([...data.subarray(i, i + 4)].join(','));
    expect([...colours]).to.have.members(['0,0,0,0', '253,0,0,255']); // 50 dBZ and more: #fd0000
  });

  it('becomes a value at a point', async () => {
    const value = async (query: string) =>
      (await fetch(`${walk.url}/api/v1/radar/point?${query}`)).json() as Promise<Record<string, unknown>>;
    expect(await value(inside)).to.include({ value: 52.5, units: 'dBZ', status: 'ok', ts: formatStamp(first) });
    expect(await value('lat=40&lon=-97.5')).to.include({ value: null, status: 'below_threshold' });
    expect(await value('lat=0&lon=0')).to.include({ value: null, status: 'outside' });
  });

  it('is drawn on request beyond the prerendered zooms', async () => {
    const response = await fetch(`${walk.url}/api/v1/radar/tiles/composite-reflectivity/10/234/403.png`);
    expect(response.headers.get('x-tile-status')).to.equal('data');
  });

  it('is not affected by unreadable files, which health reports', async () => {
    walk.publishBytes(mosaicTime(new Date(), 3), Buffer.from('<html>not found</html>'));
    walk.publish(second, { ...block, west: block.west + 1, east: block.east + 1 });
    const { frames } = await walk.until<Frames>('/api/v1/radar/frames', ({ latest }) => latest === formatStamp(second));
    expect(frames).to.deep.equal([formatStamp(first), formatStamp(second)]);
  });

  it('has immutable tiles for an exact time, which the client caches', async () => {
    const tile = `${walk.url}/api/v1/radar/tiles/composite-reflectivity/5/7/12.png?ts=${formatStamp(first)}`;
    const response = await fetch(tile);
    expect(response.headers.get('cache-control')).to.include('immutable');
    const again = await fetch(tile, { headers: { 'if-none-match': response.headers.get('etag') ?? '' } });
    expect(again.status).to.equal(304);
  });
});

describe('a radar volume', function () {
  this.timeout(60_000);
  let walk: Walk;
  let startedAt: Date;
  const above = placeAt(twinLakes, { azimuthDeg: storm.azimuthDeg, metres: 59_900 });

  before(async () => {
    startedAt = new Date(Math.floor(Date.now() / 1000) * 1000 - 4 * 60_000);
    const raw = Buffer.from(volumeFile(startedAt));
    const name = startedAt.toISOString().replace(/[-:]/g, '').slice(0, 15).replace('T', '-');
    const half = raw.length >> 1;
    const files = {
      [`KTLX/185/${name}-001-S`]: raw.subarray(0, half),
      [`KTLX/185/${name}-002-E`]: raw.subarray(half),
    };
    walk = await startWalk({ files, env: { NEXRAD_SITES: 'KTLX' } });
    await walk.until<Frames>('/api/v1/nexrad/KTLX/frames', ({ frames }) => frames.length === 1);
  });
  after(() => walk?.close());

  it('becomes tiles of the requested sweep, with the values of its gates', async () => {
    const { x, y } = tileAt(above.lon, above.lat, 8);
    const path = `${walk.url}/api/v1/nexrad/KTLX/reflectivity/8/${x}/${y}.png?tilt=3`;
    let tile = await fetch(path);
    await until(async () => (tile = await fetch(path)).status !== 503, { withinMs: 60_000 }); // the drawing thread has yet to start
    expect(tile.status).to.equal(200);
    expect(tile.headers.get('x-frame-time')).to.equal(formatTime(startedAt));
    expect(tile.headers.get('x-tile-elevation')).to.equal('3.1');
    expect(tile.headers.get('x-tile-status')).to.equal('data');
    const point = await fetch(`${walk.url}/api/v1/nexrad/KTLX/reflectivity/point?lat=${above.lat}&lon=${above.lon}`);
    expect(await point.json()).to.include({ value: storm.dbz, units: 'dBZ', status: 'ok' });
  });

  it('makes its radar online and its source healthy', async () => {
    const { sites } = (await (await fetch(`${walk.url}/api/v1/nexrad/sites`)).json()) as {
      sites: { id: string; status: string }[];
    };
    expect(sites.find(({ id }) => id === 'KTLX')?.status).to.equal('online');
    const health = (await (await fetch(`${walk.url}/api/v1/meta/health`)).json()) as {
      sources: Record<string, { status: string; data_time: string | null }>;
    };
    expect(health.sources['nexrad']).to.include({ status: 'ok', data_time: formatTime(startedAt) });
  });
});

describe('simulated weather', function () {
  this.timeout(60_000);

  it('is marked as simulated, and its sources are healthy', async () => {
    const walk = await startWalk({ simulated: true, published: [[mosaicTime(new Date()), block]] });
    try {
      const health = await walk.until<{ simulated: boolean; sources: Record<string, { data_time: string | null }> }>(
        '/api/v1/meta/health',
        ({ sources }) => sources['radar']?.data_time !== null,
      );
      expect(health.simulated).to.equal(true);
    } finally {
      await walk.close();
    }
  });
});
