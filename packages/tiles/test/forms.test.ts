import { expect } from 'chai';
import sharp from 'sharp';
import { findProduct, stopsOf } from '@severe/catalogue';
import { tileDrawer } from '@severe/raster';
import { productOf, stormField, warmField } from './support/fields.ts';
import { openWorld, type World } from './support/world.ts';

const run = new Date('2026-05-20T22:00:00Z');
const warm = { family: 'hrrr', product: 't2m', runAt: run, validAt: run, name: 'warm', field: warmField } as const;

/** The pixels by another library, as 0xRRGGBBAA; clear ones as 0. */
async function pixelsOf(image: Uint8Array): Promise<{ side: number; pixels: Uint32Array }> {
  const { data, info } = await sharp(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  expect(info.width).to.equal(info.height);
  const pixels = Uint32Array.from({ length: info.width ** 2 }, (_, i) => data.readUInt32BE(4 * i));
  return { side: info.width, pixels: pixels.map((pixel) => (pixel & 255 ? pixel : 0)) };
}

const same = (a: Uint32Array, b: Uint32Array) => Buffer.compare(Buffer.from(a.buffer), Buffer.from(b.buffer)) === 0;

describe('forms of a tile', () => {
  let world: World;
  before(async () => {
    world = await openWorld({ before: [{}, warm] });
  });
  after(() => world.close());

  const families = [
    // in memory, at the edge of what is drawn ahead, and at the deepest level
    ['radar', 'composite-reflectivity', stormField, [[6, 14, 25], [8, 59, 101], [10, 236, 405]]], // prettier-ignore
    ['hrrr', 't2m', warmField, [[4, 3, 6], [7, 29, 50], [10, 236, 405]]], // prettier-ignore
  ] as const;

  for (const [family, id, field, tiles] of families) {
    for (const [z, x, y] of tiles) {
      const path = `/${family}/tiles/${id}/${z}/${x}/${y}`;

      it(`${path}.webp shows the pixels of the png`, async () => {
        const [png, webp] = [await world.request(`${path}.png`), await world.request(`${path}.webp`)];
        expect(webp.headers).to.include({ 'content-type': 'image/webp', 'x-tile-status': 'data' });
        expect(webp.headers['x-frame-time']).to.equal(png.headers['x-frame-time']);
        expect(webp.headers.etag).to.not.equal(png.headers.etag);
        expect(same((await pixelsOf(webp.body)).pixels, (await pixelsOf(png.body)).pixels)).to.equal(true);
      });

      it(`${path}@2x shows the four tiles of the next level`, async () => {
        const draw = tileDrawer(field(), productOf(family, id));
        for (const ending of ['png', 'webp']) {
          const { status, body } = await world.request(`${path}@2x.${ending}`);
          expect(status).to.equal(200);
          const { side, pixels } = await pixelsOf(body);
          expect(side).to.equal(512);
          for (const [right, down] of [
            [0, 0],
            [1, 0],
            [0, 1],
            [1, 1],
          ]) {
            // prettier-ignore
            const child = draw({ z: z + 1, x: 2 * x + right, y: 2 * y + down });
            const wanted = child ? (await pixelsOf(child)).pixels : new Uint32Array(256 * 256);
            const found = new Uint32Array(256 * 256);
            for (let row = 0; row < 256; row++) {
              const start = (down * 256 + row) * side + right * 256;
              found.set(pixels.subarray(start, start + 256), row * 256);
            }
            expect(same(found, wanted), `${ending} ${right} ${down}`).to.equal(true);
          }
        }
      });

      it(`${path} in other colours has the same steps`, async () => {
        const product = productOf(family, id);
        const standard = (await pixelsOf((await world.request(`${path}.png`)).body)).pixels;
        const becomes = new Map<number, number>([[0, 0]]);
        const numberOf = (colour: string) => Number.parseInt(`${colour.slice(1)}ff`, 16);
        const others = stopsOf(product, 'colour-blind') ?? [];
        product.palette.forEach(([, colour], i) => becomes.set(numberOf(colour), numberOf(others[i][1])));
        const wanted = standard.map((pixel) => becomes.get(pixel) as number);
        for (const ending of ['.png', '.webp']) {
          const { status, headers, body } = await world.request(`${path}${ending}?palette=colour-blind`);
          expect(status).to.equal(200);
          expect(headers['x-tile-status']).to.equal('data');
          expect(same((await pixelsOf(body)).pixels, wanted), ending).to.equal(true);
        }
      });
    }
  }

  const storm = '/radar/tiles/composite-reflectivity/6/14/25';

  it('have the cache headers of the png, and support conditional requests', async () => {
    for (const ending of ['@2x.png', '.webp', '@2x.webp', '.png?palette=colour-blind']) {
      const mark = ending.includes('?') ? '&' : '?';
      const exact = `${storm}${ending}${mark}ts=202605202218`;
      const { headers } = await world.request(exact);
      expect(headers['cache-control']).to.equal('public, max-age=604800, immutable');
      expect(headers['last-modified']).to.equal((await world.request(`${storm}.png`)).headers['last-modified']);
      const again = await world.request(exact, { headers: { 'If-None-Match': headers.etag as string } });
      expect(again.status).to.equal(304);
      const moving = await world.request(`${storm}${ending}`);
      expect(moving.headers['cache-control']).to.equal(
        'public, max-age=30, stale-while-revalidate=60, stale-if-error=300',
      );
      expect((await world.request(`${storm}${ending}${mark}ts=202605202230`)).status).to.equal(404);
    }
  });

  it('are transparent where the png is, with the same status', async () => {
    for (const [path, status] of [
      ['6/10/25', 'empty'],
      ['6/40/25', 'outside'],
    ]) {
      for (const ending of ['@2x.png', '.webp', '@2x.webp', '.png?palette=colour-blind']) {
        const answer = await world.request(`/radar/tiles/composite-reflectivity/${path}${ending}`);
        expect(answer.headers['x-tile-status'], path + ending).to.equal(status);
        const { side, pixels } = await pixelsOf(answer.body);
        expect(side).to.equal(ending.startsWith('@2x') ? 512 : 256);
        expect(pixels.every((pixel) => pixel === 0)).to.equal(true);
      }
    }
  });

  it('are joined once for concurrent requests, and cached', async () => {
    await world.publish({ validAt: new Date('2026-05-20T22:20:00Z'), name: 'stronger', field: () => stormField(70) });
    const before = world.server.metrics().sheets;
    const path = `${storm}@2x.webp?ts=202605202220`;
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.request(path)));
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).to.equal(1);
    await world.request(path);
    expect(world.server.metrics().sheets.loads - before.loads).to.equal(1);
  });

  it('take the fast path once they are in memory, with the headers of the slow path', async () => {
    for (const ending of [
      '@2x.png',
      '.webp?ts=202605202218',
      '.png?palette=colour-blind',
      '@2x.webp?ts=202605202218&palette=colour-blind',
    ]) {
      const path = `${storm}${ending}`;
      await world.request(path);
      const before = world.server.metrics().hot;
      const short = await world.request(path);
      const known = await world.request(path, { headers: { 'If-None-Match': short.headers.etag as string } });
      const after = world.server.metrics().hot;
      expect(after, path).to.deep.equal({ served: before.served + 1, notModified: before.notModified + 1 });
      expect(known.status).to.equal(304);
      const long = await world.request(`${path}${path.includes('?') ? '&' : '?'}unknown=1`);
      expect(world.server.metrics().hot.served).to.equal(after.served);
      for (const { headers } of [short, long]) {
        delete headers['x-request-id'];
        delete headers.date;
      }
      expect(short.headers).to.deep.equal(long.headers);
      expect(short.body.equals(long.body)).to.equal(true);
    }
  });

  it('have the standard palette by its name', async () => {
    const [named, unnamed] = [
      await world.request(`${storm}.png?palette=standard`),
      await world.request(`${storm}.png`),
    ];
    expect(named.body.equals(unnamed.body)).to.equal(true);
    expect(named.headers.etag).to.equal(unnamed.headers.etag);
  });

  it('refuse unknown palettes and endings', async () => {
    const { status, json } = await world.request(`${storm}.png?palette=sepia`);
    expect(status).to.equal(422);
    expect(json().detail[0]).to.deep.include({
      loc: ['query', 'palette'],
      type: 'enum',
      msg: "Input should be 'standard' or 'colour-blind'",
    });
    for (const ending of ['@3x.png', '@2x.gif', '@1x.webp']) {
      expect((await world.request(`${storm}${ending}`)).status, ending).to.be.oneOf([418, 422]);
    }
  });

  it('keep the palette in TileJSON', async () => {
    const tilesOf = async (path: string) => (await world.request(path)).json().tiles[0] as string;
    expect(await tilesOf('/radar/tiles/vil.json?palette=colour-blind')).to.match(/\{y\}\.png\?palette=colour-blind$/);
    expect(await tilesOf('/radar/tiles/vil.json?palette=standard')).to.match(/\{y\}\.png$/);
    expect(await tilesOf('/hrrr/tiles/t2m.json?valid=0&palette=colour-blind')).to.match(
      /\{y\}\.png\?ts=202605202200&valid=202605202200&palette=colour-blind$/,
    );
    const single = await tilesOf('/nexrad/KTLX/velocity.json?tilt=0.9&palette=colour-blind');
    expect(single).to.match(/\/nexrad\/KTLX\/velocity\/\{z\}\/\{x\}\/\{y\}\.png\?tilt=0.9&palette=colour-blind$/);
  });

  it('are listed by products and variables', async () => {
    const [radar] = (await world.request('/radar/products')).json().products;
    const [hrrr] = (await world.request('/hrrr/variables')).json().variables;
    for (const { palettes } of [radar, hrrr]) expect(palettes).to.deep.equal(['standard', 'colour-blind']);
    expect(findProduct('radar', radar.id)?.colourBlind).to.have.length(radar.palette.length);
  });
});
