import { expect } from 'chai';
import sharp from 'sharp';
import { stormField } from '../support/fields.ts';
import { openWorld, type World } from '../support/world.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 4, 20, 22, minute, 30));
const stamps = (minutes: number[]) => minutes.map((minute) => `2026052022${String(minute).padStart(2, '0')}`);

/** A frame of a strip as raw pixels. */
const cut = (strip: Buffer, column: number, row: number) =>
  sharp(strip)
    .extract({ left: 256 * column, top: 256 * row, width: 256, height: 256 })
    .ensureAlpha()
    .raw()
    .toBuffer();

describe('/radar/loop', () => {
  let world: World;
  // 18 frames, so that the strip has a second row; the storm of every other one is weaker
  const minutes = Array.from({ length: 18 }, (_, i) => 2 * i);
  before(async () => {
    const frames = minutes.map((minute) => {
      const dbz = minute % 4 === 0 ? 60 : 48;
      return { validAt: at(minute), name: `storm of ${dbz}`, field: () => stormField(dbz) };
    });
    world = await openWorld({ before: frames });
  });
  after(() => world.close());

  const strip = '/radar/loop/composite-reflectivity/6/14/25.webp';

  it('describes its strips, and has their URL template', async () => {
    const { status, json } = await world.request('/radar/loop/composite-reflectivity.json?minutes=180');
    expect(status).to.equal(200);
    const { blocks, ...strips } = json();
    expect(blocks.flatMap(({ frames }: { frames: string[] }) => frames)).to.deep.equal(stamps(minutes));
    expect(strips).to.deep.equal({
      product: 'composite-reflectivity',
      interval_minutes: 2,
      latest: '202605202234',
      latest_time: '2026-05-20T22:34:30Z',
      frames: stamps(minutes),
      columns: 16,
      rows: 2,
      tile_size: 256,
      tiles:
        'https://wx.example.org/api/v1/radar/loop/composite-reflectivity/{z}/{x}/{y}.webp?minutes=180&interval=2&ts=202605202234',
    });
  });

  it('has every frame at its place', async () => {
    const { status, headers, body } = await world.request(`${strip}?minutes=180`);
    expect(status).to.equal(200);
    expect(headers).to.include({
      'content-type': 'image/webp',
      'x-frame-times': stamps(minutes).join(', '),
      'x-frame-time': '2026-05-20T22:34:30Z',
      'x-loop-layout': 'columns=16;rows=2;tile=256',
      'x-tile-status': 'data',
      'cache-control': 'public, max-age=30, stale-while-revalidate=60, stale-if-error=300',
    });
    expect(await sharp(body).metadata()).to.include({ width: 4096, height: 512 });
    for (const i of [0, 1, 15, 16, 17]) {
      const tile = await world.request(`/radar/tiles/composite-reflectivity/6/14/25.png?ts=${stamps(minutes)[i]}`);
      const wanted = await sharp(tile.body).ensureAlpha().raw().toBuffer();
      const found = await cut(body, i % 16, Math.floor(i / 16));
      expect(found.equals(wanted), `frame ${i}`).to.equal(true);
    }
  });

  for (const [level, x, y] of [
    [6, 14, 24],
    [10, 234, 404],
  ]) {
    it(`fetches old files whole only for many strips, and once: level ${level}`, async () => {
      const fresh = await openWorld({
        before: minutes.map((minute) => ({ validAt: at(minute), name: 'storm of 60', field: () => stormField(60) })),
      });
      try {
        const { tilesKey, valuesKey } = fresh.frames.rows.at(-1)!;
        const fetched = () => fresh.objects.gets.filter((key) => key !== tilesKey && key !== valuesKey);
        const ask = async (i: number) => {
          const path = `${level}/${x + (i % 5)}/${y + Math.floor(i / 5)}.webp?minutes=180`;
          expect((await fresh.request(`/radar/loop/composite-reflectivity/${path}`)).status).to.equal(200);
        };
        for (let i = 0; i < 3; i++) await ask(i);
        expect(fetched()).to.deep.equal([]);
        for (let i = 3; i < 25; i++) await ask(i);
        expect(fetched()).to.have.length(minutes.length - 1);
      } finally {
        await fresh.close();
      }
    });
  }

  it('has the frames of /radar/frames for the same window', async () => {
    for (const query of ['', 'minutes=12', 'minutes=30&interval=7']) {
      const { frames } = (await world.request(`/radar/frames?${query}`)).json();
      const { headers } = await world.request(`${strip}?${query}`);
      expect(headers['x-frame-times']).to.equal(frames.join(', '));
    }
  });

  it('ends at ts if it is given, and is then cached longer', async () => {
    const { headers } = await world.request(`${strip}?minutes=5&ts=202605202210`);
    expect(headers['x-frame-times']).to.equal(stamps([6, 8, 10]).join(', '));
    expect(headers['cache-control']).to.equal('public, max-age=300, stale-while-revalidate=300, stale-if-error=300');
    expect((await world.request(`${strip}?ts=202605212210`)).status).to.equal(404);
  });

  it('is transparent if all frames are empty, or there are none', async () => {
    for (const [path, status, width] of [
      ['composite-reflectivity/6/10/25.webp', 'empty', 4096],
      ['composite-reflectivity/6/40/25.webp', 'outside', 4096],
      ['vil/6/14/25.webp', 'empty', 256],
    ] as const) {
      const { headers, body } = await world.request(`/radar/loop/${path}?minutes=180`);
      expect(headers['x-tile-status'], path).to.equal(status);
      expect((await sharp(body).metadata()).width).to.equal(width);
      expect((await sharp(body).ensureAlpha().raw().toBuffer()).every((byte) => byte === 0)).to.equal(true);
      expect(body.length).to.be.below(200);
    }
  });

  it('has the requested palette', async () => {
    const [other, standard] = [await world.request(`${strip}?palette=colour-blind`), await world.request(strip)];
    expect(other.headers.etag).to.not.equal(standard.headers.etag);
    const tile = await world.request('/radar/tiles/composite-reflectivity/6/14/25.webp?palette=colour-blind');
    const wanted = await sharp(tile.body).ensureAlpha().raw().toBuffer();
    expect((await cut(other.body, 15, 0)).equals(wanted)).to.equal(true);
  });

  it('refuses invalid windows and tiles', async () => {
    for (const [query, status] of [
      ['?minutes=4', 422],
      ['?minutes=181', 422],
      ['?interval=1', 422],
      ['?ts=now', 400],
    ])
      // prettier-ignore
      expect((await world.request(`${strip}${query}`)).status, String(query)).to.equal(status);
    expect((await world.request('/radar/loop/nope/6/14/25.webp')).status).to.equal(404);
    expect((await world.request('/radar/loop/vil/6/64/25.webp')).status).to.equal(404);
  });
});
