import { hourMs } from '@severe/async';
import { formatStamp, formatTime, parseStamp } from '@severe/base';
import { expect } from 'chai';
import { clearTile, makeFrame } from '@severe/raster';
import { productOf, stormField, warmField } from './support/fields.ts';
import { defaultTime, openWorld, type World } from './support/world.ts';

// The patch of the test field is 99–95 W, 33–37 N; its storm is at 97 W, 35 N: 6/14/25 and 8/59/101.
const storm = '/radar/tiles/composite-reflectivity/6/14/25.png';
const drawn = () => {
  const tiles = new Map<string, Uint8Array>();
  const product = productOf('radar', 'composite-reflectivity');
  makeFrame(stormField(), product, {
    name: 'x',
    onTile: ({ z, x, y }, png) => tiles.set(`${z}/${x}/${y}`, Buffer.from(png)),
  });
  return tiles;
};

describe('radar tiles', () => {
  let world: World;
  before(async () => {
    world = await openWorld({ before: [{}] });
  });
  after(() => world.close());

  it('serves the prerendered bytes of every tile of the frame', async () => {
    const levels = new Set([...drawn().keys()].map((name) => name.split('/')[0]));
    expect([...levels].join(' ')).to.equal('0 1 2 3 4 5 6 7 8');
    for (const [name, png] of drawn()) {
      const { status, body } = await world.request(`/radar/tiles/composite-reflectivity/${name}.png`);
      expect(status, name).to.equal(200);
      expect(body.equals(png), name).to.equal(true);
    }
  });

  it('has headers for type, length, entity tag, frame and publication time', async () => {
    const { status, headers, body } = await world.request(storm);
    expect(status).to.equal(200);
    expect(headers).to.include({
      'content-type': 'image/png',
      'content-length': String(body.length),
      'x-frame-time': '2026-05-20T22:18:38Z',
      'x-tile-status': 'data',
      'last-modified': new Date(defaultTime.getTime() + 90_500).toUTCString(),
      'cache-control': 'public, max-age=30, stale-while-revalidate=60, stale-if-error=300',
      'access-control-allow-origin': '*',
    });
    expect(headers.etag).to.match(/^"[\w-]{22}"$/);
    const script = await world.request(storm, { headers: { Origin: 'https://other.example' } });
    expect(script.headers['access-control-expose-headers']).to.include('X-Frame-Time');
    expect(script.headers['access-control-expose-headers']).to.include('X-Tile-Status');
    expect(headers['x-request-id']).to.have.length.above(8);
    expect(headers.date).to.match(/GMT$/);
  });

  it('gives every request an id, and keeps a valid id of the client', async () => {
    const [first, second] = [await world.request(storm), await world.request(storm)];
    expect(first.headers['x-request-id']).to.not.equal(second.headers['x-request-id']);
    const kept = await world.request(storm, { headers: { 'X-Request-Id': 'my-id.7' } });
    expect(kept.headers['x-request-id']).to.equal('my-id.7');
    const replaced = await world.request(storm, { headers: { 'X-Request-Id': 'not fit to be logged' } });
    expect(replaced.headers['x-request-id']).to.not.include(' ');
  });

  it('is immutable only if ts names a frame exactly', async () => {
    const exact = await world.request(`${storm}?ts=202605202218`);
    expect(exact.headers['cache-control']).to.equal('public, max-age=604800, immutable');
    const near = await world.request(`${storm}?ts=202605202221`);
    expect(near.status).to.equal(200);
    expect(near.headers['cache-control']).to.equal('public, max-age=30, stale-while-revalidate=60, stale-if-error=300');
    expect(near.headers['x-frame-time']).to.equal('2026-05-20T22:18:38Z');
  });

  it('uses no frame more than five minutes before ts, and none after it', async () => {
    expect((await world.request(`${storm}?ts=202605202223`)).status).to.equal(200);
    for (const ts of ['202605202224', '202605202217', '199901010000']) {
      const { status, headers, json } = await world.request(`${storm}?ts=${ts}`);
      expect(status, ts).to.equal(404);
      expect(json()).to.deep.equal({ detail: `No composite-reflectivity frame at ${ts}` });
      expect(headers['cache-control']).to.equal('public, max-age=5');
    }
  });

  for (const [path, status] of [
    ['11/0/0', 422],
    ['a/0/0', 422],
    ['1.5/0/0', 422],
    ['4/-1/0', 422],
    ['4/x/0', 422],
    ['4/16/0', 404],
    ['4/0/16', 404],
    ['10/4000000/0', 404],
  ] as const) {
    it(`answers ${status} for ${path}`, async () => {
      const { status: given, json, headers } = await world.request(`/radar/tiles/composite-reflectivity/${path}.png`);
      expect(given).to.equal(status);
      const { detail } = json();
      if (status === 404) {
        expect(detail).to.equal('Tile outside the grid');
        expect(headers['cache-control']).to.equal('public, max-age=86400');
      } else {
        expect(detail[0]).to.include.all.keys('loc', 'msg', 'type');
        expect(detail[0].loc[0]).to.equal('path');
        expect(headers['cache-control']).to.equal('no-store');
      }
    });
  }

  it('lists the products in the 404 of an unknown one', async () => {
    for (const name of ['nope', 'constructor', '__proto__', '..%2fvil', 't2m']) {
      const { status, json } = await world.request(`/radar/tiles/${name}/4/3/6.png`);
      expect(status, name).to.equal(404);
      expect(json().detail).to.include('composite-reflectivity, base-reflectivity, mesh-30min, rotation-30min, vil');
    }
  });

  it('refuses an invalid ts with a message', async () => {
    for (const ts of ['2026', '202602301200', '202605202560', 'now', '', '20260520T2218', '2026052022180']) {
      const { status, json } = await world.request(`${storm}?ts=${ts}`);
      expect(status, ts).to.equal(400);
      expect(json().detail).to.match(/^Invalid ts: expected YYYYMMDDHHMM in UTC, got "/);
    }
  });

  it('serves one transparent image for empty tiles and tiles outside, with different statuses', async () => {
    const empty = await world.request('/radar/tiles/composite-reflectivity/6/10/25.png');
    const outside = await world.request('/radar/tiles/composite-reflectivity/6/40/25.png');
    for (const { status, headers, body } of [empty, outside]) {
      expect(status).to.equal(200);
      expect(body.equals(clearTile)).to.equal(true);
      expect(headers.etag).to.equal(empty.headers.etag);
      expect(headers['x-frame-time']).to.equal('2026-05-20T22:18:38Z');
    }
    expect(empty.headers['x-tile-status']).to.equal('empty');
    expect(outside.headers['x-tile-status']).to.equal('outside');
  });

  describe('conditions', () => {
    let tag: string;
    let modified: string;
    before(async () => {
      const { headers } = await world.request(storm);
      [tag, modified] = [headers.etag as string, headers['last-modified'] as string];
    });

    for (const [name, headers] of [
      ['the tag', () => ({ 'If-None-Match': tag })],
      ['the weak tag', () => ({ 'If-None-Match': `W/${tag}` })],
      ['a list with it', () => ({ 'If-None-Match': `"a", ${tag}` })],
      ['a star', () => ({ 'If-None-Match': '*' })],
      ['the time of publishing', () => ({ 'If-Modified-Since': modified })],
      ['the tag with an old time', () => ({ 'If-None-Match': tag, 'If-Modified-Since': new Date(0).toUTCString() })],
    ] as const) {
      it(`answers 304 without a body to ${name}`, async () => {
        const {
          status,
          body,
          headers: given,
        } = await world.request(`${storm}?ts=202605202218`, { headers: headers() });
        expect(status).to.equal(304);
        expect(body.length).to.equal(0);
        expect(given).to.include({
          etag: tag,
          'cache-control': 'public, max-age=604800, immutable',
          'x-frame-time': '2026-05-20T22:18:38Z',
          'access-control-allow-origin': '*',
        });
        expect(given).to.not.have.any.keys('content-type', 'content-length');
      });
    }

    for (const [name, headers] of [
      ['another tag', () => ({ 'If-None-Match': '"AAAAAAAAAAAAAAAAAAAAAA"' })],
      ['another tag beside a fresh time', () => ({ 'If-None-Match': '"other"', 'If-Modified-Since': modified })],
      ['an older time', () => ({ 'If-Modified-Since': new Date(0).toUTCString() })],
    ] as const) {
      it(`sends the tile to ${name}`, async () => {
        const { status, body } = await world.request(storm, { headers: headers() });
        expect(status).to.equal(200);
        expect(body.length).to.be.above(100);
      });
    }
  });

  it('answers HEAD with the headers of GET and no body', async () => {
    const [get, head] = [await world.request(storm), await world.request(storm, { method: 'HEAD' })];
    expect(head.status).to.equal(200);
    expect(head.body.length).to.equal(0);
    const { 'x-request-id': _a, date: _b, ...rest } = head.headers;
    expect(get.headers).to.deep.include(rest);
    expect(head.headers['content-length']).to.equal(String(get.body.length));
  });

  it('answers OPTIONS for a preflight', async () => {
    const { status, headers } = await world.request(storm, {
      method: 'OPTIONS',
      headers: { Origin: 'https://elsewhere.example', 'Access-Control-Request-Method': 'GET' },
    });
    expect(status).to.equal(204);
    expect(headers['access-control-allow-methods']).to.equal('GET, HEAD, OPTIONS');
    expect(headers['access-control-max-age']).to.equal('86400');
  });

  it('answers 405 with Allow to other methods', async () => {
    for (const method of ['POST', 'DELETE', 'PUT']) {
      const { status, headers, json } = await world.request(storm, { method });
      expect(status).to.equal(405);
      expect(headers.allow).to.equal('GET, HEAD, OPTIONS');
      expect(json().detail).to.be.a('string');
    }
  });

  it('does not handle other paths', async () => {
    for (const path of ['/alerts', '/radar/tiles/composite-reflectivity/6/14/25.gif', '/radar', '/radar/tiles/a/1/2']) {
      expect((await world.request(path)).status, path).to.equal(418);
    }
  });

  it('sends the same headers on the fast path and the slow path', async () => {
    // a parameter that nobody knows is ignored, and takes the request over the long road
    for (const query of ['', '?ts=202605202218']) {
      const short = await world.request(storm + query);
      const before = world.server.metrics().hot.served;
      const long = await world.request(`${storm}${query ? `${query}&` : '?'}unknown=1`);
      expect(world.server.metrics().hot.served, 'not the fast path').to.equal(before);
      for (const answer of [short, long]) {
        delete answer.headers['x-request-id'];
        delete answer.headers.date;
      }
      expect(short.headers).to.deep.equal(long.headers);
      expect(short.body.equals(long.body)).to.equal(true);
    }
  });

  it('takes the fast path for the URLs of map libraries', async () => {
    const before = world.server.metrics().hot;
    const { headers } = await world.request(storm);
    await world.request(storm, { headers: { 'If-None-Match': headers.etag as string } });
    const after = world.server.metrics().hot;
    expect(after).to.deep.equal({ served: before.served + 1, notModified: before.notModified + 1 });
  });
});

describe('a frame that another process has announced and this one does not know yet', () => {
  const product = 'composite-reflectivity';
  const place = { lat: 34.995, lon: -96.995 };
  const frameTime = (minute: number) => new Date(Date.UTC(2026, 4, 20, 22, minute, 38));
  const requests: Record<string, (world: World, ts: string) => Promise<string>> = {
    tile: async (world, ts) => (await world.request(`${storm}?ts=${ts}`)).headers['x-frame-time'] as string,
    values: async (world, ts) =>
      (await world.request(`/radar/values/${product}/6/14/25.png?ts=${ts}`)).headers['x-frame-time'] as string,
    point: async (world, ts) =>
      (await world.request(`/radar/point?lat=${place.lat}&lon=${place.lon}&product=${product}&ts=${ts}`)).json().time,
    points: async (world, ts) => {
      const body = JSON.stringify({ points: [place], product, ts });
      const headers = { 'Content-Type': 'application/json' };
      return (await world.request('/radar/points', { method: 'POST', headers, body })).json().time;
    },
    loop: async (world, ts) => (await world.request(`/radar/loop/${product}.json?ts=${ts}`)).json().latest_time,
  };

  let world: World;
  before(async () => {
    world = await openWorld({ before: [{}], now: new Date('2026-05-20T22:40:00Z') });
  });
  after(() => world.close());

  Object.entries(requests).forEach(([what, timeOf], i) => {
    it(`is what a request for its time is answered with: ${what}`, async () => {
      const validAt = frameTime(20 + 2 * i);
      await world.publish({ validAt, silently: true });
      expect(await timeOf(world, `2026052022${20 + 2 * i}`)).to.equal(validAt.toISOString().replace('.000', ''));
    });
  });

  it('does not keep the frames in memory from being served while the database is away', async () => {
    world.frames.away = true;
    const { status, headers } = await world.request(`${storm}?ts=202605202232`);
    expect([status, headers['x-frame-time']]).to.deep.equal([200, '2026-05-20T22:28:38Z']);
  });
});

describe('a model frame that another process has announced and this one does not know yet', () => {
  let world: World;
  before(async () => {
    world = await openWorld({ now: new Date('2026-05-20T22:40:00Z') });
  });
  after(() => world.close());

  const runAt = new Date('2026-05-20T12:00:00Z');
  const model = { family: 'hrrr', product: 't2m', name: 'warm', field: warmField } as const;
  const timesOf: Record<string, (named: string) => Promise<unknown>> = {
    tile: async (named) => (await world.request(`/hrrr/tiles/t2m/6/14/25.png?${named}`)).headers['x-frame-time'],
    values: async (named) => (await world.request(`/hrrr/values/t2m/6/14/25.png?${named}`)).headers['x-frame-time'],
    point: async (named) =>
      (await world.request(`/hrrr/point?lat=34.995&lon=-96.995&variable=t2m&${named}`)).json().time,
    TileJSON: async (named) => {
      const [, stamp] = /valid=(\d+)/.exec((await world.request(`/hrrr/tiles/t2m.json?${named}`)).json().tiles[0])!;
      return formatTime(parseStamp(stamp)!);
    },
  };

  Object.entries(timesOf).forEach(([what, timeOf], i) => {
    it(`is what a request for its run and hour is answered with: ${what}`, async () => {
      const validAt = new Date(runAt.getTime() + i * hourMs);
      await world.publish({ ...model, runAt, validAt, silently: true });
      expect(await timeOf(`ts=${formatStamp(runAt)}&valid=${i}`)).to.equal(formatTime(validAt));
    });
  });
});
