import { longitudeOf, latitudeOf } from '@severe/geo';
import { responseProblems } from '@severe/http';
import { expect } from 'chai';
import sharp from 'sharp';
import { tileEndpoints } from '@severe/tiles';
import { seeded } from '@severe/testing/seeded';
import { warmField } from '../support/fields.ts';
import { openWorld, type World } from '../support/world.ts';

const endpointOf = (path: string) => tileEndpoints.find((endpoint) => endpoint.path === path)!;
const run = new Date('2026-05-20T22:00:00Z');

interface Encoding {
  scale: number;
  offset: number;
}

/** The pixels of a tile as what a client makes of them. */
async function readValues(png: Buffer, { scale, offset }: Encoding) {
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, info.channels]).to.deep.equal([256, 256, 3]);
  return (x: number, y: number) => {
    const [red, green, blue] = data.subarray(3 * (256 * y + x), 3 * (256 * y + x) + 3);
    return blue === 0 ? offset + (256 * red + green) * scale : ['nothing', 'missing'][blue - 1];
  };
}

const words: Record<string, string> = { below_threshold: 'nothing', no_data: 'missing', outside: 'missing' };

describe('tiles of values', () => {
  let world: World;
  before(async () => {
    const hrrr = { family: 'hrrr', product: 't2m', runAt: run, validAt: run, name: 'warm', field: warmField } as const;
    world = await openWorld({ before: [{}, hrrr] });
    // a thread that reads its program from source is slow to start where much else is going on
    const path = '/radar/values/composite-reflectivity/10/236/405.png';
    for (let i = 0; i < 6 && (await world.request(path)).status === 503; i++);
  });
  after(() => world.close());

  const encodingOf = async (path: string): Promise<Encoding> => (await world.request(path)).json().encoding;

  it('have their encoding in TileJSON, the same for all times', async () => {
    const body = (await world.request('/radar/values/composite-reflectivity.json?ts=202605202218')).json();
    expect(responseProblems(endpointOf('/radar/values/{product}.json'), body)).to.deep.equal([]);
    expect(body.tiles).to.deep.equal([
      'https://wx.example.org/api/v1/radar/values/composite-reflectivity/{z}/{x}/{y}.png?ts=202605202218',
    ]);
    // 65,536 codes for ten spans of 85 dBZ, from four spans below -10 dBZ
    expect(body.encoding).to.deep.equal({
      scale: 0.02,
      offset: -350,
      units: 'dBZ',
      threshold: 5,
      statuses: { value: 0, nothing: 1, missing: 2 },
    });
    const hrrr = (await world.request('/hrrr/values/t2m.json?valid=0')).json();
    expect(responseProblems(endpointOf('/hrrr/values/{variable}.json'), hrrr)).to.deep.equal([]);
    expect(hrrr.tiles[0]).to.match(
      /\/hrrr\/values\/t2m\/\{z\}\/\{x\}\/\{y\}\.png\?ts=202605202200&valid=202605202200$/,
    );
  });

  // Deep enough that a pixel is smaller than a cell: it has the value of the cell under its centre, as a point has.
  for (const [family, id, tiles] of [
    [
      'radar',
      'composite-reflectivity',
      [
        [9, 118, 202],
        [10, 236, 405],
        [10, 240, 404],
        [10, 230, 398],
        [10, 300, 405],
      ],
    ],
    [
      'hrrr',
      't2m',
      [
        [8, 59, 101],
        [10, 236, 405],
        [10, 161, 350],
      ],
    ],
  ] as const) {
    // prettier-ignore
    it(`of ${family} equal the values at points`, async () => {
      const encoding = await encodingOf(`/${family}/values/${id}.json`);
      const random = seeded(7);
      const seen = new Set<string>();
      for (const [z, x, y] of tiles) {
        const { status, headers, body } = await world.request(`/${family}/values/${id}/${z}/${x}/${y}.png`);
        expect(status).to.equal(200);
        expect(headers).to.include({ 'content-type': 'image/png' });
        const valueAt = await readValues(body, encoding);
        const name = family === 'radar' ? 'product' : 'variable';
        for (let i = 0; i < 40; i++) {
          const [column, row] = [Math.floor(random() * 256), Math.floor(random() * 256)];
          const lon = longitudeOf((x + (column + 0.5) / 256) / 2 ** z);
          const lat = latitudeOf((y + (row + 0.5) / 256) / 2 ** z);
          const point = (await world.request(`/${family}/point?lat=${lat}&lon=${lon}&${name}=${id}`)).json();
          const found = valueAt(column, row);
          seen.add(point.status);
          const where = `${z}/${x}/${y} at ${column}, ${row}: ${point.status}`;
          if (point.status === 'ok') expect(found, where).to.be.closeTo(point.value, encoding.scale / 2 + 1e-9);
          else expect(found, where).to.equal(words[point.status]);
        }
      }
      expect([...seen]).to.include('ok');
      if (family === 'radar') expect([...seen]).to.have.members(['ok', 'below_threshold', 'no_data', 'outside']);
    });
  }

  it('keep the strongest value when the map zooms out', async () => {
    const encoding = await encodingOf('/radar/values/composite-reflectivity.json');
    for (const [z, x, y] of [
      [7, 29, 50],
      [6, 14, 25],
      [4, 3, 6],
      [2, 0, 1],
      [0, 0, 0],
    ]) {
      // prettier-ignore
      const { body } = await world.request(`/radar/values/composite-reflectivity/${z}/${x}/${y}.png`);
      const valueAt = await readValues(body, encoding);
      const pixels = Array.from({ length: 256 * 256 }, (_, i) => valueAt(i % 256, Math.floor(i / 256)));
      const strongest = Math.max(...pixels.filter((value) => typeof value === 'number'));
      expect(strongest, `z${z}`).to.be.closeTo(60, 0.01);
    }
  });

  it('are cached like images, and drawn once', async () => {
    const path = '/radar/values/composite-reflectivity/6/14/25.png';
    const exact = await world.request(`${path}?ts=202605202218`);
    expect(exact.headers['cache-control']).to.equal('public, max-age=604800, immutable');
    expect(exact.headers['x-frame-time']).to.equal('2026-05-20T22:18:38Z');
    const before = world.server.metrics().valueTiles.loads;
    const again = await world.request(path, { headers: { 'If-None-Match': exact.headers.etag as string } });
    expect(again.status).to.equal(304);
    expect(world.server.metrics().valueTiles.loads).to.equal(before);
    const outside = await world.request('/radar/values/composite-reflectivity/6/40/25.png');
    expect(outside.headers['x-tile-status']).to.equal('outside');
  });

  it('refuse the same requests as tiles', async () => {
    expect((await world.request('/radar/values/nope/6/14/25.png')).status).to.equal(404);
    expect((await world.request('/radar/values/vil/6/64/25.png')).status).to.equal(404);
    expect((await world.request('/radar/values/vil/11/0/0.png')).status).to.equal(422);
    expect((await world.request('/hrrr/values/t2m/6/14/25.png?valid=7')).status).to.equal(404);
  });
});
