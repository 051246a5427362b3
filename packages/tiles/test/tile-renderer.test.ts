import { CacheBudget } from '@severe/async';
import { UpstreamError } from '@severe/base';
import { expect } from 'chai';
import { tileDrawer, type Field } from '@severe/raster';
import { serviceItself } from '../src/caller.ts';
import { TileRenderer } from '../src/tile-renderer.ts';
import { FrameIndex, type ListedFrame } from '../src/frame-index.ts';
import { Threads } from '../src/threads.ts';
import { productOf, stormField, warmField } from './support/fields.ts';
import { frameRow } from './support/frames.ts';
import { openWorld, type World } from './support/world.ts';

const radar = productOf('radar', 'composite-reflectivity');

describe('tiles deeper than prerendered ones', () => {
  let world: World;
  before(async () => {
    world = await openWorld({
      now: new Date('2026-05-20T22:20:00Z'),
      before: [
        {},
        {
          family: 'hrrr',
          product: 't2m',
          runAt: new Date('2026-05-20T22:00:00Z'),
          validAt: new Date('2026-05-20T22:00:00Z'),
          name: 'warm',
          field: warmField,
        },
      ],
    });
  });
  after(() => world.close());

  async function expectSame(family: 'radar' | 'hrrr', id: string, field: Field, tiles: [number, number, number][]) {
    const draw = tileDrawer(field, productOf(family, id));
    for (const [z, x, y] of tiles) {
      const png = draw({ z, x, y });
      const { status, headers, body } = await world.request(`/${family}/tiles/${id}/${z}/${x}/${y}.png`);
      expect(status, `${z}/${x}/${y}`).to.equal(200);
      expect(headers['x-tile-status'], `${z}/${x}/${y}`).to.equal(png ? 'data' : 'empty');
      if (png) expect(body.equals(png), `${z}/${x}/${y}`).to.equal(true);
    }
  }

  // 97 W, 35 N is in 10/236/405; the patch ends at 95 W (10/241) and 37 N (10/…/398).
  it('equal those of a whole radar frame drawn to that level', () =>
    expectSame('radar', 'composite-reflectivity', stormField(), [
      ...[235, 236, 237].flatMap((x) => [404, 405, 406].map((y): [number, number, number] => [10, x, y])),
      [9, 118, 202],
      [10, 230, 398], // the corner of the patch
      [10, 241, 405], // its edge, where the radars cannot see
      [10, 300, 405], // beyond the patch
    ]));

  it('equal those of a whole model field drawn to that level', () =>
    expectSame('hrrr', 't2m', warmField(), [
      [8, 59, 101],
      [9, 118, 202],
      [10, 236, 405],
      [10, 170, 360],
      [10, 332, 446],
    ]));

  it('are drawn once for concurrent requests, from one read of the values', async () => {
    const { objects } = world;
    await world.publish({ validAt: new Date('2026-05-20T22:22:00Z'), name: 'stronger', field: () => stormField(70) });
    const path = '/radar/tiles/composite-reflectivity/10/236/404.png?ts=202605202222';
    objects.gets = [];
    const before = world.server.metrics().draws;
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.request(path)));
    expect(new Set(answers.map(({ headers }) => headers.etag))).to.have.property('size', 1);
    expect(answers.every(({ status }) => status === 200)).to.equal(true);
    expect(objects.gets.filter((key) => key.endsWith('values.tif')).length).to.be.at.most(1);
    expect(world.server.metrics().draws.loads - before.loads).to.equal(1);
  });

  it('are in memory the second time', async () => {
    const path = '/radar/tiles/composite-reflectivity/10/236/405.png?ts=202605202218';
    await world.request(path);
    const before = world.server.metrics();
    const { status, headers } = await world.request(path);
    const after = world.server.metrics();
    expect(status).to.equal(200);
    expect(headers['cache-control']).to.include('immutable');
    expect(after.draws.loads).to.equal(before.draws.loads);
    expect(after.hot.served).to.equal(before.hot.served + 1);
  });
});

describe('drawing on a busy machine', () => {
  const frame = new FrameIndex().add(frameRow({ validAt: new Date('2026-05-20T22:00:00Z') })) as ListedFrame;
  const tile = { z: 10, x: 236, y: 404 };
  const png = Uint8Array.of(1, 2, 3);

  it('is finished after its client has given up, and a repeated request joins it', async () => {
    let drawings = 0;
    let finish: (bytes: Uint8Array) => void = () => undefined;
    const runPrepared = () => {
      drawings++;
      return new Promise<Uint8Array>((resolve) => (finish = resolve));
    };
    const valuesUnder = async () => new SharedArrayBuffer(1);
    const threads = { runPrepared, capacity: 10, waiting: 0 } as unknown as Threads;
    const draws = new TileRenderer({ valuesUnder, threads, budget: new CacheBudget(1 << 20), waitMs: 20 });
    for (let i = 0; i < 3; i++) {
      const error = await draws.draw(frame, radar, tile, serviceItself).catch((reason: Error) => reason);
      expect(error).to.be.instanceOf(UpstreamError);
    }
    expect([drawings, draws.counts().pending]).to.deep.equal([1, 1]);
    const repeated = draws.draw(frame, radar, tile, serviceItself);
    finish(png);
    expect((await repeated).body).to.equal(png);
    expect(draws.peek(frame, tile)?.body).to.equal(png);
    expect(drawings).to.equal(1);
  });

  it('is ended if it needs too much processor time, and reported as temporarily unavailable', async () => {
    const threads = new Threads({ threads: 1, folder: new URL('./support/', import.meta.url) });
    try {
      const [endless, next] = ['spin', 'pass'].map((what) => threads.run<string>('draw-thread', { what }, 200, what));
      const error = await endless.catch((reason: Error) => reason);
      expect(error).to.be.instanceOf(UpstreamError);
      expect((error as unknown as Error).message).to.equal('spin used more than 200 ms of processor time');
      expect(await next).to.equal('pass');
    } finally {
      await threads.close();
    }
  });
});
