import { nowcast } from '@severe/catalogue';
import { encodeCog } from '@severe/raster';
import { responseProblems } from '@severe/http';
import { tileEndpoints } from '@severe/tiles';
import { expect } from 'chai';
import sharp from 'sharp';
import { targetOf } from '../../src/doors/rainviewer/addresses.ts';
import { stormField } from '../support/fields.ts';
import { infrared } from '../support/imagery.ts';
import { openWorld, type World } from '../support/world.ts';

const at = (minute: number, second = 38) => new Date(Date.UTC(2026, 4, 20, 22, minute, second));
const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

describe('the door of RainViewer', function () {
  this.timeout(60_000);
  let world: World;
  let origin: string;
  before(async () => {
    world = await openWorld({ clock: () => at(20, 0) });
    for (const minute of [-2, 0, 4, 8, 12, 18]) await world.publish({ validAt: at(minute) });
    for (const minute of [1, 6, 11, 16])
      await world.publish({
        family: 'satellite',
        product: 'ir',
        validAt: at(minute, 17),
        name: 'sky',
        field: infrared,
      });
    for (const lead of nowcast.leads)
      await world.publish({
        family: 'nowcast',
        product: 'composite-reflectivity',
        runAt: at(18),
        validAt: at(18 + lead),
        values: encodeCog(stormField(60)),
      });
    ({ origin } = new URL(world.base));
  });
  after(() => world.close());

  interface Maps {
    host: string;
    version: string;
    generated: number;
    radar: Record<'past' | 'nowcast', { time: number; path: string }[]>;
    satellite: { infrared: { time: number; path: string }[] };
  }

  const get = async (path: string) => {
    const response = await fetch(origin + path);
    return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
  };
  const maps = async () => JSON.parse((await get('/public/weather-maps.json')).body.toString()) as Maps;

  it('lists the frames of two hours in steps of ten minutes, the next hour, and satellite images', async () => {
    const document = await maps();
    const endpoint = tileEndpoints.find(({ path }) => path === '/rainviewer/weather-maps.json')!;
    expect(responseProblems(endpoint, document)).to.deep.equal([]);
    expect([document.version, document.host]).to.deep.equal(['2.0', 'https://wx.example.org']);
    expect(document.generated).to.equal(seconds(at(20, 0)));
    expect(document.radar.past.map(({ time }) => time)).to.deep.equal([at(-2), at(8), at(18)].map(seconds));
    expect(document.radar.nowcast.map(({ time }) => time)).to.deep.equal([28, 38, 48, 58, 68, 78].map((minute) => seconds(at(minute)))); // prettier-ignore
    expect(document.satellite.infrared.map(({ time }) => time)).to.deep.equal([
      seconds(at(6, 17)),
      seconds(at(16, 17)),
    ]);
    expect(JSON.parse((await get('/public/maps.json')).body.toString())).to.deep.equal(
      document.radar.past.map(({ time }) => time),
    );
  });

  it('serves every listed frame at the address that a client makes of it, with the bytes of the tile', async () => {
    const { radar, satellite } = await maps();
    for (const { path } of [...radar.past, ...radar.nowcast, ...satellite.infrared]) {
      for (const size of [256, 512]) {
        const { status, headers, body } = await get(`${path}/${size}/6/14/25/2/1_1.png`);
        expect([status, headers.get('content-type')], path).to.deep.equal([200, 'image/png']);
        expect((await sharp(body).metadata()).width).to.equal(size);
        expect(headers.get('cache-control'), path).to.match(/immutable/);
        expect(headers.get('access-control-allow-origin')).to.equal('*');
      }
    }
    const [first] = radar.past;
    const ours = await world.request('/radar/tiles/composite-reflectivity/6/14/25.png?ts=202605202158');
    expect((await get(`${first.path}/256/6/14/25/6/0_0.png`)).body.equals(ours.body)).to.equal(true);
    const newest = await world.request('/radar/tiles/composite-reflectivity/6/14/25.png');
    const latest = await get('/v2/radar/latest/256/6/14/25/6/0_0.png');
    expect(latest.body.equals(newest.body)).to.equal(true);
    expect(latest.headers.get('cache-control')).not.to.match(/immutable/);
  });

  it('serves a picture around a place: that of the tile around its middle, and shifted elsewhere', async () => {
    const [, , { path }] = (await maps()).radar.past;
    const pixelsOf = async (image: Buffer) => sharp(image).ensureAlpha().raw().toBuffer();
    // the middle of tile 6/14/25
    const [lon, lat] = [((14.5 / 64) * 360 - 180).toFixed(6), ((Math.atan(Math.sinh(Math.PI * (1 - (2 * 25.5) / 64))) * 180) / Math.PI).toFixed(6)]; // prettier-ignore
    for (const [size, tile] of [
      [256, '6/14/25.png'],
      [512, '6/14/25@2x.png'],
    ] as const) {
      const square = await get(`${path}/${size}/6/${lat}/${lon}/2/0_0.png`);
      const ours = await world.request(`/radar/tiles/composite-reflectivity/${tile}?ts=202605202218`);
      expect(square.headers.get('x-frame-time')).to.equal('2026-05-20T22:18:38Z');
      expect((await pixelsOf(square.body)).equals(await pixelsOf(ours.body)), String(size)).to.equal(true);
    }
    const [east, here] = await Promise.all(
      [Number(lon) + 360 / 64 / 2, Number(lon)].map(async (each) =>
        pixelsOf((await get(`${path}/256/6/${lat}/${each.toFixed(6)}/2/0_0.png`)).body),
      ),
    );
    const rowOf = (image: Buffer, row: number, from: number) => image.subarray(4 * (256 * row + from), 4 * (256 * row + from + 128)); // prettier-ignore
    for (const row of [0, 100, 255])
      expect(rowOf(east, row, 0).equals(rowOf(here, row, 128)), String(row)).to.equal(true);
    for (const place of ['89.9/0.0', '-35.5/179.99', '0.0/-180.0']) {
      const square = await get(`${path}/256/3/${place}/2/1_0.png`);
      expect([square.status, (await sharp(square.body).metadata()).width], place).to.deep.equal([200, 256]);
    }
    expect((await get(`${path}/512/10/${lat}/${lon}/2/0_0.png`)).status).to.equal(200);
  });

  it('refuses what RainViewer has no address for, as any unknown path', async () => {
    const { path } = (await maps()).radar.past[0];
    for (const wrong of [
      '/300/6/14/25/2/1_1.png',
      '/256/6/14/25/2/1_1.gif',
      '/256/6/14/25/2/9_1.png',
      '/256/6/14/25.png',
    ])
      expect((await get(path + wrong)).status, wrong).to.not.equal(200);
    expect((await get('/v2/radar/12345/256/6/14/25/2/1_1.png')).status).to.equal(404);
    expect((await get(`${path}/256/6/99/25/2/1_1.png`)).status).to.equal(404);
    expect((await get(`${path}/256/6/95.0/25.0/2/1_1.png`)).status).to.equal(422);
  });

  it('changes no other address', () => {
    for (const target of [
      '/',
      '/v2',
      '/v2/',
      '/api/v1/radar/frames',
      '/public/',
      '/v2/radar/x/256/1/1/1/1/0_0.png',
      '*',
    ])
      expect(targetOf(target)).to.equal(target);
  });
});
