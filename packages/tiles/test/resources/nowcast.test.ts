import { nowcast } from '@severe/catalogue';
import { encodeCog } from '@severe/raster';
import { expect } from 'chai';
import sharp from 'sharp';
import { stormField } from '../support/fields.ts';
import { openWorld, type World } from '../support/world.ts';

const minuteMs = 60_000;
const start = new Date('2026-05-20T22:16:00Z');
const run = '202605202216';
/** The middle of the patch, and its part without coverage. */
const middle = 'lat=34.995&lon=-96.995';
const uncovered = 'lat=34.995&lon=-95.2';

describe('the nowcast', () => {
  let world: World;
  let now: Date;
  beforeEach(async () => {
    now = new Date('2026-05-20T22:19:00Z');
    world = await openWorld({ clock: () => now });
  });
  afterEach(() => world.close());

  /** Publishes a run: the echo of a lead time is as strong as said. */
  async function publishRun(runAt = start, dbzAt = (lead: number) => 60 - lead / 5): Promise<void> {
    for (const lead of nowcast.leads) {
      const validAt = new Date(runAt.getTime() + lead * minuteMs);
      const frame = { family: 'nowcast', runAt, validAt } as const;
      await world.publish({ ...frame, product: 'composite-reflectivity', values: encodeCog(stormField(dbzAt(lead))) });
    }
  }

  const get = async (path: string) => (await world.request(path)).json();

  it('lists its products with the run that is shown and its lead times', async () => {
    await publishRun();
    const { oldest_minutes: oldest, products } = await get('/nowcast/products');
    expect(oldest).to.equal(20);
    expect(products.map(({ id }: { id: string }) => id)).to.deep.equal([
      'composite-reflectivity',
      'base-reflectivity',
      'probability-20dbz',
      'probability-35dbz',
      'probability-50dbz',
    ]);
    const [composite, base] = products;
    expect(composite).to.deep.include({ latest_run: run, latest_run_time: '2026-05-20T22:16:00Z', units: 'dBZ' });
    expect(composite.leads).to.deep.equal([...nowcast.leads]);
    expect(base).to.deep.include({ latest_run: null, leads: [] });
  });

  it('has tiles of every zoom and form, drawn from values; those of a named frame never change', async () => {
    await publishRun();
    for (const path of ['3/1/3.png', '6/14/25.png', '9/118/203@2x.png', '7/29/50.webp']) {
      const tile = await world.request(`/nowcast/tiles/composite-reflectivity/${path}?ts=${run}&valid=30`);
      expect([tile.status, tile.headers['x-frame-time']], path).to.deep.equal([200, '2026-05-20T22:46:00Z']);
      expect(tile.headers['cache-control']).to.match(/immutable/);
      const { channels, ...image } = await sharp(tile.body).metadata();
      expect(image.width, path).to.equal(path.includes('@2x') ? 512 : 256);
      expect((await sharp(tile.body).ensureAlpha().stats()).channels[3].max, path).to.equal(255);
      expect(channels).to.be.a('number');
    }
    const newest = await world.request('/nowcast/tiles/composite-reflectivity/6/14/25.png');
    expect([newest.status, newest.headers['x-frame-time']]).to.deep.equal([200, '2026-05-20T22:21:00Z']);
    expect(newest.headers['cache-control']).not.to.match(/immutable/);
  });

  it('gives values at a point, of a lead time and of all', async () => {
    await publishRun();
    const value = await get(`/nowcast/point?${middle}&valid=30`);
    expect(value).to.deep.include({
      run: '2026-05-20T22:16:00Z',
      ts: run,
      lead_minutes: 30,
      valid: '202605202246',
      value: 54,
      status: 'ok',
    });
    const { run: of, values } = await get(`/nowcast/point/series?${middle}`);
    expect(of).to.equal('2026-05-20T22:16:00Z');
    expect(values.map(({ value: dbz }: { value: number }) => dbz)).to.deep.equal(
      nowcast.leads.map((lead) => Math.round(60 - lead / 5)),
    );
    expect(await get(`/nowcast/point?${uncovered}`)).to.deep.include({ value: null, status: 'no_data' });
    expect(await get('/nowcast/point?lat=60&lon=-97')).to.deep.include({ value: null, status: 'outside' });
  });

  it('has a film strip of a run', async () => {
    await publishRun();
    const loop = await get('/nowcast/loop/composite-reflectivity.json');
    expect(loop).to.deep.include({ ts: run, run: '2026-05-20T22:16:00Z', leads: [...nowcast.leads] });
    const strip = await world.request(`/nowcast/loop/composite-reflectivity/6/14/25.webp?ts=${run}`);
    expect(strip.headers['x-frame-times']).to.equal(loop.frames.join(', '));
    expect(strip.headers['cache-control']).to.match(/immutable|max-age=\d{3,}/);
    const { width, height } = await sharp(strip.body).metadata();
    expect([width, height]).to.deep.equal([loop.columns * 256, loop.rows * 256]);
  });

  it('describes its tiles, and has legends', async () => {
    await publishRun();
    const json = await get(`/nowcast/tiles/composite-reflectivity.json?valid=15`);
    expect(json.tiles[0]).to.include(
      `/nowcast/tiles/composite-reflectivity/{z}/{x}/{y}.png?ts=${run}&valid=202605202231`,
    );
    expect(json.attribution).to.match(/Extrapolated from NOAA/);
    expect(await get('/nowcast/legend/probability-35dbz.json')).to.deep.include({ units: '%', min: 0, max: 100 });
  });

  it('shows no run whose image is older than twenty minutes, but by name', async () => {
    await publishRun();
    now = new Date(start.getTime() + 20 * minuteMs);
    expect((await world.request('/nowcast/tiles/composite-reflectivity/6/14/25.png')).status).to.equal(200);
    now = new Date(start.getTime() + 21 * minuteMs);
    for (const path of [`/nowcast/point?${middle}`, '/nowcast/tiles/composite-reflectivity/6/14/25.png'])
      expect((await world.request(path)).status, path).to.equal(404);
    expect((await get(`/nowcast/point/series?${middle}`)).values).to.deep.equal([]);
    expect((await get('/nowcast/loop/composite-reflectivity.json')).ts).to.equal(null);
    expect((await get('/nowcast/products')).products[0].latest_run).to.equal(null);
    const named = `/nowcast/tiles/composite-reflectivity/6/14/25.png?ts=${run}&valid=30`;
    expect((await world.request(named)).status).to.equal(200);
  });

  it('tells the chances of rain at a place to callers in this process', async () => {
    for (const lead of [5, 10, 15]) {
      const packed = new Uint16Array(100 * 100).fill(lead * 2);
      packed.fill(255, 0, 100); // the northmost row is not known
      const geometry = { kind: 'latlon', west: -98, north: 36, stepLon: 0.02, stepLat: 0.02 } as const;
      const absent = [{ code: 255, means: 'missing' as const }];
      const values = encodeCog({ width: 100, height: 100, packed, scale: 1, offset: 0, absent, geometry });
      const validAt = new Date(start.getTime() + lead * minuteMs);
      await world.publish({ family: 'nowcast', product: 'probability-20dbz', runAt: start, validAt, values });
    }
    await world.publish({ validAt: new Date(start.getTime() + 20_000) }); // the image of that minute
    const { points } = world.server;
    const at = (minute: number) => new Date(start.getTime() + minute * minuteMs);
    expect(await points.nextHour({ lat: 34.995, lon: -96.995 })).to.deep.equal({
      from: start,
      hereDbz: 60,
      steps: [5, 10, 15].map((lead) => ({ at: at(lead), chance: lead * 2 })),
    });
    expect((await points.nextHour({ lat: 36, lon: -97 }))!.steps).to.deep.equal([]);
    expect(await points.nextHour({ lat: 21.3, lon: -157.9 })).to.equal(null);
    now = at(21);
    expect(await points.nextHour({ lat: 34.995, lon: -96.995 })).to.equal(null);
  });

  it('shows the newest run, and says which runs and times are not there', async () => {
    await publishRun();
    await publishRun(new Date(start.getTime() + 2 * minuteMs), () => 40);
    expect(await get(`/nowcast/point?${middle}&valid=5`)).to.deep.include({ ts: '202605202218', value: 40 });
    expect(await get(`/nowcast/point?${middle}&valid=5&ts=${run}`)).to.deep.include({ ts: run, value: 59 });
    const absent = await world.request(`/nowcast/point?${middle}&ts=202605202200&valid=5`);
    expect(absent.json().detail).to.equal('No composite-reflectivity frame of the run of 202605202200 after 5 minutes');
    const odd = await world.request(`/nowcast/point?${middle}&valid=7`);
    expect([odd.status, odd.json().detail]).to.deep.equal([
      400,
      'Invalid valid: expected YYYYMMDDHHMM, RFC 3339, or one of the minutes 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, got "7"',
    ]);
    expect((await world.request('/nowcast/tiles/vil/6/14/25.png')).status).to.equal(404);
  });
});
