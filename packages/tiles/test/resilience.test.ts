import { request as httpRequest } from 'node:http';
import { expect } from 'chai';
import { createLifecycle } from '@severe/http';
import { stormField } from './support/fields.ts';
import { until } from '@severe/testing/until';
import { openWorld, type World } from './support/world.ts';

const at = (time: string) => new Date(`2026-05-20T${time}Z`);
const tile = '/radar/tiles/composite-reflectivity/6/14/25.png';

describe('tile server and its stores', () => {
  let world: World;
  afterEach(() => world.close());
  const tileReads = () => world.objects.gets.filter((key) => key.endsWith('.pmtiles')).length;

  it('reads one object for all tiles of a frame', async () => {
    world = await openWorld();
    const row = await world.publish({ silently: true, validAt: at('22:00:00') });
    await world.announce('published', row);
    const requests = Array.from({ length: 64 }, (_, i) => world.request(tile.replace('25', String(24 + (i % 3)))));
    const statuses = new Set((await Promise.all(requests)).map(({ status }) => status));
    expect([...statuses]).to.deep.equal([200]);
    expect(tileReads()).to.equal(1);
  });

  it('prefetches the newest frame of what was requested when it is announced', async () => {
    world = await openWorld({ before: [{ validAt: at('22:00:00') }] });
    const point = '/radar/point?lat=35&lon=-97';
    for (const path of [tile, point]) await world.request(path);
    await world.publish({ validAt: at('22:02:00') });
    const { metrics } = world.server;
    await until(() => metrics().packs.entries === 2 && metrics().values.entries === 2);
    const before = world.objects.gets.length;
    const { headers } = await world.request(tile);
    expect(headers['x-frame-time']).to.equal('2026-05-20T22:02:00Z');
    await world.request(point);
    expect(world.objects.gets.length).to.equal(before);
  });

  it('does not prefetch old frames and what nobody requests', async () => {
    world = await openWorld({ before: ['22:00:00', '22:02:00', '22:04:00'].map((time) => ({ validAt: at(time) })) });
    const model = { family: 'hrrr' as const, product: 'refc', runAt: at('22:00:00'), validAt: at('22:00:00') };
    await world.publish(model);
    await world.request('/hrrr/tiles/refc/4/3/6.png');
    expect(tileReads()).to.equal(1);
    await world.publish({ validAt: at('22:06:00') });
    await world.publish({ ...model, validAt: new Date('2026-05-20T22:10:00Z') }); // nearer to now
    await until(() => tileReads() === 2);
    expect(world.server.metrics()).to.have.nested.property('values.entries', 0);
  });

  it('serves a frame from its event until its removal', async () => {
    world = await openWorld();
    expect((await world.request(tile)).status).to.equal(404);
    const first = await world.publish({ validAt: at('22:00:00') });
    expect((await world.request(tile)).headers['x-frame-time']).to.equal('2026-05-20T22:00:00Z');
    await world.publish({ validAt: at('22:02:00') });
    expect((await world.request(tile)).headers['x-frame-time']).to.equal('2026-05-20T22:02:00Z');
    expect((await world.request(`${tile}?ts=202605202200`)).status).to.equal(200);

    world.frames.rows = world.frames.rows.filter((row) => row !== first);
    await world.announce('removed', first);
    expect((await world.request(`${tile}?ts=202605202200`)).status).to.equal(404);
    expect((await world.request(tile)).headers['x-frame-time']).to.equal('2026-05-20T22:02:00Z');
  });

  it('has equal entity tags for equal images, also of two frames', async () => {
    world = await openWorld({ before: [{ validAt: at('22:00:00') }, { validAt: at('22:02:00') }] });
    const [first, second] = await Promise.all(
      ['2200', '2202'].map((time) => world.request(`${tile}?ts=20260520${time}`)),
    );
    expect(first.headers.etag).to.equal(second.headers.etag);
    await world.publish({ validAt: at('22:04:00'), name: 'stronger', field: () => stormField(70) });
    expect((await world.request(tile)).headers.etag).to.not.equal(first.headers.etag);
  });

  for (const mode of ['away', 'silent'] as const) {
    it(`answers 503 rather than wait while the store is ${mode}, and still serves what is in memory`, async () => {
      world = await openWorld({ before: [{ validAt: at('22:00:00') }, { validAt: at('22:02:00') }] });
      expect((await world.request(tile)).status).to.equal(200);
      world.objects.mode = mode;
      const paths = [
        `${tile}?ts=202605202200`,
        '/radar/point?lat=35&lon=-97&ts=202605202200',
        '/radar/tiles/composite-reflectivity/10/236/404.png?ts=202605202200',
      ];
      for (const { status, headers, json } of await Promise.all(paths.map((path) => world.request(path)))) {
        expect(status).to.equal(503);
        expect(Number(headers['retry-after'])).to.be.at.least(1);
        expect(headers['cache-control']).to.equal('no-store');
        expect(json().detail).to.equal('Service temporarily unavailable');
      }
      expect((await world.request(tile)).status).to.equal(200);
    });
  }

  it('recovers when the object store is available again', async () => {
    world = await openWorld();
    world.objects.mode = 'away';
    await world.publish();
    expect((await world.request(tile)).status).to.equal(503);
    world.objects.mode = 'well';
    expect((await world.request(tile)).status).to.equal(200);
  });

  it('is 503 for a frame whose object was just removed, and 500 for an object that does not match its row', async () => {
    world = await openWorld();
    const row = await world.publish({ silently: true });
    world.objects.stored.delete(row.tilesKey as string);
    await world.announce('published', row);
    expect((await world.request(tile)).status).to.equal(503);
    await world.objects.port.put(row.tilesKey as string, Buffer.from('nonsense'));
    const { status, json } = await world.request(tile);
    expect([status, json()]).to.deep.equal([500, { detail: 'Internal server error' }]);
  });

  it('bounds its memory while every frame of a long loop is requested', async () => {
    // 20 MB for all caches; frames that say they are 5 MB: three fit
    world = await openWorld({ cacheMb: 20 });
    for (let minute = 0; minute < 20; minute += 2) {
      const row = await world.publish({ validAt: at(`22:${String(minute).padStart(2, '0')}:00`), silently: true });
      const padded = Buffer.concat([world.objects.stored.get(row.tilesKey as string)!, Buffer.alloc(5 << 20)]);
      await world.objects.port.put(row.tilesKey as string, padded);
      row.tilesBytes = padded.length;
      await world.announce('published', row);
    }
    const stamps = (await world.request('/radar/frames')).json().frames as string[];
    expect(stamps).to.have.length(10);
    const answers = await Promise.all(stamps.map((ts) => world.request(`${tile}?ts=${ts}`)));
    expect(answers.map(({ status }) => status)).to.deep.equal(stamps.map(() => 200));
    const { packs } = world.server.metrics();
    expect(packs.entries).to.equal(3);
    expect(packs.bytes).to.be.at.most(20 << 20);
    expect(packs.evictions).to.be.at.least(7);
  });

  it('is 503 with Retry-After when the queue for drawing is full', async () => {
    world = await openWorld({ before: [{}] });
    await world.request('/radar/point?lat=35&lon=-97'); // brings the values into memory
    const paths = Array.from({ length: 600 }, (_, i) => {
      const [x, y] = [200 + (i % 60), 390 + Math.floor(i / 60)];
      return `/radar/tiles/composite-reflectivity/10/${x}/${y}.png`;
    });
    const answers = await Promise.all(paths.map((path) => world.request(path)));
    const busy = answers.filter(({ status }) => status === 503);
    expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([200, 503]));
    for (const { headers } of busy) expect(headers['retry-after']).to.equal('1');
    const again = await world.request(paths[599]);
    expect(again.status).to.equal(200);
  });

  it('ends connections while the process drains, on the slow path', async () => {
    const lifecycle = createLifecycle();
    world = await openWorld({ before: [{}], lifecycle });
    expect((await world.request(tile)).headers.connection).to.not.equal('close');
    lifecycle.drain();
    const { status, headers } = await world.request(tile);
    expect([status, headers.connection]).to.deep.equal([200, 'close']);
  });

  it('reports both paths to an observer, under the same route', async () => {
    const seen: string[] = [];
    world = await openWorld({
      before: [{}],
      observe: ({ route, status, method }) => seen.push(`${method} ${route} ${status}`),
    });
    await world.request(tile);
    const { headers } = await world.request(`${tile}?unknown=1`);
    await world.request(tile, { headers: { 'If-None-Match': headers.etag as string } });
    const route = '/api/v1/radar/tiles/{product}/{z}/{x}/{y}.png';
    expect(seen).to.deep.equal([`GET ${route} 200`, `GET ${route} 200`, `GET ${route} 304`]);
  });

  it('draws only what a client still waits for', async () => {
    world = await openWorld({ before: [{ validAt: at('22:00:00') }, { validAt: at('22:02:00') }] });
    let open = (): void => undefined;
    world.objects.gate = new Promise((resolve) => (open = resolve));
    const paths = [
      ...[233, 234, 235, 236, 237].map((x) => `/radar/tiles/composite-reflectivity/10/${x}/404.png?ts=202605202200`),
      '/radar/loop/composite-reflectivity/10/236/405.webp?ts=202605202200',
      '/radar/tiles/composite-reflectivity/10/236/405@2x.png?ts=202605202200',
    ];
    const calls = paths.map((path) => httpRequest(`${world.base}/api/v1${path}`).on('error', () => undefined));
    for (const call of calls) call.end();
    const stays = world.request(paths[3]);
    const { metrics } = world.server;
    await until(() => metrics().draws.pending >= 6 && metrics().sheets.pending === 2);
    for (const call of calls) call.destroy();
    for (let i = 0; i < 3; i++) await world.request('/radar/products'); // until the server has seen it
    open();
    expect((await stays).status).to.equal(200);
    await until(() => metrics().draws.pending === 0 && metrics().sheets.pending === 0);
    expect([metrics().draws.entries, metrics().sheets.entries]).to.deep.equal([1, 0]);
    expect(metrics().draws.failures).to.equal(0);
    expect((await world.request(paths[0])).status).to.equal(200);
  });
});
