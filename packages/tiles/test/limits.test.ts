import type { CountedAs, Quota } from '@severe/http';
import { ratePolicy } from '@severe/http';
import { expect } from 'chai';
import { openWorld, type World } from './support/world.ts';

const tile = '/radar/tiles/composite-reflectivity/6/14/25.png';
const deep = '/radar/tiles/composite-reflectivity/10/235/405.png';
const spent: Quota = { policy: ratePolicy('anonymous', 300), allowed: false, remaining: 0, freedInMs: 1000 };

describe('limits in front of tiles', () => {
  let world: World;
  let quota: Quota | undefined;
  let isPending = false;
  const counted: CountedAs[] = [];
  before(async () => {
    const limit = (_asker: unknown, as: CountedAs) => {
      counted.push(as);
      return isPending ? Promise.resolve(quota) : quota;
    };
    world = await openWorld({ before: [{}], limit });
    expect((await world.request(tile)).status).to.equal(200); // the archive is brought over, and counted
  });
  beforeEach(() => {
    counted.length = 0;
    quota = spent;
  });
  after(() => world.close());

  it('do not count responses from memory', async () => {
    const { etag } = (await world.request(tile)).headers;
    const known = await world.request(tile, { headers: { 'If-None-Match': etag! } });
    const changed = await world.request(tile, { headers: { 'If-None-Match': '"AAAAAAAAAAAAAAAAAAAAAA"' } });
    expect([known.status, changed.status]).to.deep.equal([304, 200]);
    expect(changed.headers).to.not.have.property('x-ratelimit-limit');
    expect(counted).to.deep.equal([]);
  });

  it('refuse an invalid API key also on a tile in memory, and serve a valid one without counting it', async () => {
    const headers = { 'X-API-Key': 'sev_x' };
    quota = { ...spent, allowed: true, invalidKey: true, remaining: 299 };
    for (const pending of [false, true]) {
      isPending = pending;
      const { status, json, headers: sent } = await world.request(tile, { headers });
      expect([status, json().detail]).to.deep.equal([401, 'Invalid or revoked API key']);
      expect([sent['cache-control'], sent['x-ratelimit-remaining']]).to.deep.equal(['no-store', '299']);
    }
    expect(counted).to.deep.equal(['exempt', 'exempt']);
    quota = undefined;
    for (const pending of [false, true]) {
      isPending = pending;
      const { status, headers: sent } = await world.request(tile, { headers });
      expect([status, sent['x-ratelimit-limit']]).to.deep.equal([200, undefined]);
    }
    isPending = false;
  });

  it('count the fetch of an archive once, however many tiles wait for it', async () => {
    const older = { validAt: new Date('2026-05-20T22:10:00Z') }; // the newest is fetched before anybody asks
    const fresh = await openWorld({ before: [older, {}], limit: (_asker, as) => void counted.push(as) });
    try {
      const tiles = [20, 21, 22, 23, 24, 25, 26, 27].map(
        (y) => `/radar/tiles/composite-reflectivity/6/14/${y}.png?ts=202605202210`,
      );
      const answers = await Promise.all(tiles.map((path) => fresh.request(path)));
      expect(answers.map(({ status }) => status)).to.deep.equal(tiles.map(() => 200));
      expect(counted).to.deep.equal(['tile']);
      expect(fresh.server.metrics().hot.served).to.equal(tiles.length - 1);
    } finally {
      await fresh.close();
    }
  });

  it('count the drawing of a tile once, as a tile', async () => {
    expect((await world.request(deep)).status).to.equal(429);
    quota = undefined;
    const { status, headers } = await world.request(deep);
    expect([status, headers['x-tile-status']]).to.deep.equal([200, 'data']);
    quota = spent;
    expect((await world.request(deep)).status).to.equal(200); // it is in memory now
    expect(counted).to.deep.equal(['tile', 'tile']);
  });

  it('count film strips, sweeps and long forecasts once', async () => {
    const paths = [
      '/radar/loop/composite-reflectivity/6/14/25.webp?minutes=180',
      '/satellite/loop/ir/6/14/25.webp?minutes=360',
      '/radar/tiles/composite-reflectivity/10/235/407@2x.webp',
      '/nexrad/KTLX/velocity/8/58/101.png',
      '/models/hrrr/point?lat=35&lon=-97&hours=48',
    ];
    for (const path of paths) expect((await world.request(path)).status, path).to.equal(429);
    expect(counted).to.deep.equal(['tile', 'tile', 'tile', 'tile', 'request']);
  });

  it('count everything else as requests', async () => {
    const paths = ['/radar/frames', '/radar/products', '/hrrr/variables', '/radar/point?lat=35&lon=-97'];
    for (const path of [...paths, '/radar/tiles/composite-reflectivity.json']) {
      expect((await world.request(path)).status, path).to.equal(429);
    }
    expect(new Set(counted)).to.deep.equal(new Set(['request']));
  });
});
