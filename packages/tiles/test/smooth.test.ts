import { expect } from 'chai';
import sharp from 'sharp';
import { clearTile, drawSmoothWindow, tileDrawer, type Field } from '@severe/raster';
import { productOf, stormField, warmField } from './support/fields.ts';
import { skyImage } from './support/imagery.ts';
import { openWorld, type Answer, type World } from './support/world.ts';

const run = new Date('2026-05-20T22:00:00Z');
const older = new Date('2026-05-20T22:16:38Z');
const pixelsOf = (image: Uint8Array) => sharp(image).ensureAlpha().raw().toBuffer();

describe('smoothed tiles', () => {
  let world: World;
  before(async () => {
    world = await openWorld({
      before: [
        { validAt: older, name: 'weaker', field: () => stormField(40) },
        {},
        { family: 'hrrr', product: 't2m', runAt: run, validAt: run, name: 'warm', field: warmField },
        { family: 'satellite', product: 'geocolor', validAt: run, name: 'sky', image: skyImage },
      ],
    });
  });
  after(() => world.close());

  const get = async (path: string): Promise<Answer> => {
    const answer = await world.request(path);
    expect(answer.status, path).to.equal(200);
    return answer;
  };
  const radar = '/radar/tiles/composite-reflectivity';

  for (const [family, id, fieldOf, tiles] of [
    ['radar', 'composite-reflectivity', stormField, [[8, 59, 101], [10, 236, 405]]], // prettier-ignore
    ['hrrr', 't2m', warmField, [[6, 14, 25], [6, 13, 24], [6, 15, 24], [8, 59, 101]]], // prettier-ignore
  ] as const) {
    it(`are drawn from the values of the frame, at prerendered zooms of ${family} too`, async () => {
      const field: Field = fieldOf();
      const product = productOf(family, id);
      let changed = 0;
      for (const [z, x, y] of tiles) {
        const path = `/${family}/tiles/${id}/${z}/${x}/${y}.png`;
        const { body, headers } = await get(`${path}?smooth=true`);
        expect(Buffer.from(drawSmoothWindow(field, product, { z, x, y })!).equals(body), path).to.equal(true);
        expect(headers['x-tile-status']).to.equal('data');
        const plain = await get(path);
        expect(plain.body.equals(tileDrawer(field, product)({ z, x, y })!), 'without the parameter').to.equal(true);
        if (!plain.body.equals(body)) changed++;
      }
      expect(changed).to.be.above(0);
    });
  }

  it('are drawn of an old frame from the blocks under the tile and beside it', async () => {
    const product = productOf('radar', 'composite-reflectivity');
    for (const [x, y] of [
      [59, 101],
      [60, 101],
      [59, 100],
      [58, 102],
    ]) {
      const { body } = await get(`${radar}/8/${x}/${y}.png?ts=202605202216&smooth=true`);
      expect(body.equals(drawSmoothWindow(stormField(40), product, { z: 8, x, y }) ?? clearTile), `${x} ${y}`).to.equal(true); // prettier-ignore
    }
  });

  it('are the stored tiles where pixels are larger than cells, and need no values', async () => {
    world.objects.gets = [];
    const draws = world.server.metrics().draws.loads;
    for (const path of [`${radar}/7/29/50.png?ts=202605202216`, '/hrrr/tiles/t2m/5/7/12.png?']) {
      const [smooth, plain] = [await get(`${path}&smooth=true`), await get(path)];
      expect(smooth.body.equals(plain.body)).to.equal(true);
      expect(smooth.headers.etag).to.equal(plain.headers.etag);
    }
    expect(world.server.metrics().draws.loads).to.equal(draws);
    expect(world.objects.gets.filter((key) => key.endsWith('values.tif'))).to.deep.equal([]);
  });

  it('are the plain ones of a composite, which has no values', async () => {
    const path = '/satellite/tiles/geocolor/7/29/50.png';
    expect((await get(`${path}?smooth=true`)).body.equals((await get(path)).body)).to.equal(true);
  });

  it('have every other form, joined from smoothed tiles', async () => {
    const path = `${radar}/8/59/101`;
    const wanted = await pixelsOf((await get(`${path}.png?smooth=true`)).body);
    expect((await pixelsOf((await get(`${path}.webp?smooth=true`)).body)).equals(wanted)).to.equal(true);
    const double = sharp((await get(`${radar}/7/29/50@2x.png?smooth=true`)).body).ensureAlpha();
    const quarter = await double.extract({ left: 256, top: 256, width: 256, height: 256 }).raw().toBuffer();
    expect(quarter.equals(wanted)).to.equal(true); // the south-eastern tile of the next level
    const other = (await get(`${path}.png?palette=colour-blind&smooth=true`)).body;
    expect(other.equals((await get(`${path}.png?palette=colour-blind`)).body)).to.equal(false);
  });

  it('are in film strips, and leave strips without the parameter as they are', async () => {
    const strip = '/radar/loop/composite-reflectivity/8/59/101.webp?minutes=5';
    const frames = (await get(strip)).headers['x-frame-times'] as string;
    for (const query of ['', '&smooth=true']) {
      const image = sharp((await get(`${strip}${query}`)).body).ensureAlpha();
      for (const [i, ts] of frames.split(', ').entries()) {
        const frame = await image
          .clone()
          .extract({ left: 256 * i, top: 0, width: 256, height: 256 })
          .raw()
          .toBuffer();
        const tile = await pixelsOf((await get(`${radar}/8/59/101.png?ts=${ts}${query}`)).body);
        expect(frame.equals(tile), `${ts} ${query}`).to.equal(true);
      }
    }
    const loop = (await get('/radar/loop/composite-reflectivity.json?smooth=true')).json();
    expect(loop.tiles).to.match(/[?&]smooth=true(&|$)/);
  });

  it('take the fast path once they are in memory, with the same bytes', async () => {
    for (const path of [`${radar}/9/118/202.png?ts=202605202218&smooth=true`, `${radar}/8/59/101.webp?smooth=true`]) {
      const first = await get(path);
      const before = world.server.metrics().hot.served;
      const again = await get(path);
      expect(world.server.metrics().hot.served, path).to.equal(before + 1);
      expect(again.body.equals(first.body)).to.equal(true);
    }
  });

  it('are named in TileJSON', async () => {
    const tilesOf = async (path: string) => (await get(path)).json().tiles[0] as string;
    for (const path of ['/radar/tiles/vil.json', '/satellite/tiles/ir.json', '/nexrad/KTLX/velocity.json']) {
      expect(await tilesOf(`${path}?smooth=true`), path).to.match(/[?&]smooth=true$/);
      expect(await tilesOf(`${path}?smooth=false`), path).to.not.include('smooth');
    }
  });

  it('refuse what is neither true nor false, and the parameter given twice', async () => {
    for (const query of ['smooth=maybe', 'smooth=', 'smooth=true&smooth=true']) {
      expect((await world.request(`${radar}/8/59/101.png?${query}`)).status, query).to.equal(422);
    }
  });
});
