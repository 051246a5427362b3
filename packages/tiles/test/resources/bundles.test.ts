import { expect } from 'chai';
import type { CountedAs, Quota } from '@severe/http';
import { stormField } from '../support/fields.ts';
import { openWorld, type World } from '../support/world.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 4, 20, 22, minute, 30));
const stampOf = (minute: number) => `2026052022${String(minute).padStart(2, '0')}`;
const minutes = Array.from({ length: 14 }, (_, i) => 10 + 2 * i); // 22:10 to 22:36

/** The files of a response, as any program with a reader of forms gets them. */
async function filesOf({ headers, body }: Awaited<ReturnType<World['request']>>): Promise<Map<string, Buffer>> {
  const form = await new Response(new Uint8Array(body), {
    headers: { 'Content-Type': headers['content-type']! },
  }).formData();
  const files = [...form].map(async ([name, file]) => {
    expect(file).to.be.instanceOf(File);
    expect((file as File).type).to.equal('image/png');
    return [name, Buffer.from(await (file as File).arrayBuffer())] as const;
  });
  return new Map(await Promise.all(files));
}

describe('bundles of tiles', () => {
  let world: World;
  let refuseAll = false;
  const counted: CountedAs[] = [];
  before(async () => {
    const limit = (_client: unknown, as: CountedAs): Quota | undefined => {
      counted.push(as);
      return refuseAll ? { policy: { name: 'x', limit: 1, fixedHeaders: [], hint: undefined }, allowed: false, remaining: 0, freedInMs: 1 } : undefined; // prettier-ignore
    };
    const frames = minutes.map((minute) => {
      const dbz = minute % 4 === 0 ? 60 : 48;
      return { validAt: at(minute), name: `storm of ${dbz}`, field: () => stormField(dbz) };
    });
    world = await openWorld({ before: frames, limit });
  });
  beforeEach(() => void (counted.length = 0));
  after(() => world.close());

  const loop = '/radar/loop/composite-reflectivity';
  const named = (...all: number[]) => `frames=${all.map(stampOf).join()}`;
  const tile = (minute: number, address: string, query = '') =>
    world.request(`/radar/tiles/composite-reflectivity/${address}.png?ts=${stampOf(minute)}${query}`);

  it('are named by the blocks of a loop, on fixed times of the clock', async () => {
    const { blocks } = (await world.request(`${loop}.json?minutes=20`)).json();
    expect(blocks.map(({ frames }: { frames: string[] }) => frames)).to.deep.equal([
      [10, 12, 14, 16, 18].map(stampOf),
      [20, 22, 24, 26, 28, 30, 32, 34, 36].map(stampOf),
    ]);
    expect(blocks[0].tiles).to.equal(
      `https://wx.example.org/api/v1${loop}/{z}/{x}/{y}@2x.tiles?frames=${[10, 12, 14, 16, 18].map(stampOf).join()}`,
    );
  });

  it('have each tile as it is stored, without those that are empty', async () => {
    const response = await world.request(`${loop}/5/7/12@2x.tiles?${named(10, 12, 14)}`);
    expect(response.status).to.equal(200);
    expect(response.headers).to.include({
      'cache-control': 'public, max-age=604800, immutable',
      'x-tile-status': 'data',
      'x-frame-time': '2026-05-20T22:14:30Z',
    });
    const files = await filesOf(response);
    let empty = 0;
    for (const minute of [10, 12, 14]) {
      for (const address of ['6/14/24', '6/15/24', '6/14/25', '6/15/25']) {
        const { headers, body } = await tile(minute, address);
        const file = files.get(`${stampOf(minute)}/${address}`);
        if (headers['x-tile-status'] === 'data') expect(file!.equals(body), address).to.equal(true);
        else expect([file, empty++]).to.include(undefined);
      }
    }
    expect(files.size).to.equal(12 - empty);
    expect(files.size).to.be.above(2);
  });

  it('are the same from memory, and then not counted', async () => {
    const path = `${loop}/6/14/25.tiles?${named(18, 20)}`;
    const cold = await world.request(path.replace('frames', 'smooth=false&frames')); // the slow path: not in canonical form
    expect(counted).to.deep.equal(['tile']);
    for (let i = 0; i < 20; i++) await tile(i % 2 === 0 ? 18 : 20, `6/${10 + (i >> 1)}/24`); // the archives are brought over
    counted.length = 0;
    refuseAll = true;
    try {
      const warm = await world.request(path);
      expect([warm.status, warm.headers.etag]).to.deep.equal([200, cold.headers.etag]);
      expect(warm.body.equals(cold.body)).to.equal(true);
      const { date: _1, 'x-request-id': _2, ...headers } = warm.headers;
      expect(cold.headers).to.include(headers);
      const again = await world.request(path, { headers: { 'If-None-Match': warm.headers.etag! } });
      expect([again.status, again.body.length]).to.deep.equal([304, 0]);
      expect(counted).to.deep.equal([]);
    } finally {
      refuseAll = false;
    }
  });

  it('have the requested palette and smoothing', async () => {
    const files = await filesOf(
      await world.request(`${loop}/8/58/101.tiles?${named(20)}&palette=colour-blind&smooth=true`),
    );
    const wanted = await tile(20, '8/58/101', '&palette=colour-blind&smooth=true');
    expect(files.get(`${stampOf(20)}/8/58/101`)!.equals(wanted.body)).to.equal(true);
    const unsmoothed = await world.request(`${loop}/8/58/101.tiles?${named(20)}&palette=colour-blind`);
    expect((await filesOf(unsmoothed)).get(`${stampOf(20)}/8/58/101`)!.equals(wanted.body)).to.equal(false);
  });

  it('say whether they are empty or outside', async () => {
    for (const [address, status] of [
      ['6/10/25', 'empty'],
      ['6/40/25', 'outside'],
    ]) {
      const response = await world.request(`${loop}/${address}.tiles?${named(20, 22)}`);
      expect(response.headers['x-tile-status']).to.equal(status);
      expect((await filesOf(response)).size).to.equal(0);
    }
  });

  it('refuse frames that are not there, and lists that are none', async () => {
    const none = await world.request(`${loop}/6/14/25.tiles`); // in canonical form, but for the frames
    expect(none.status).to.equal(422);
    const many = Array.from({ length: 37 }, (_, i) => stampOf(i)).join();
    for (const [query, status, detail] of [
      [`${named(10)},202605202211`, 404, 'No composite-reflectivity frame at 202605202211'],
      ['', 422, undefined],
      ['frames=', 400, undefined],
      ['frames=202605202210,', 400, undefined],
      ['frames=now', 400, undefined],
      [`frames=${many}`, 400, undefined],
      [`${named(10)}&palette=none`, 422, undefined],
    ] as const) {
      const response = await world.request(`${loop}/6/14/25.tiles?${query}`);
      expect(response.status, query).to.equal(status);
      if (detail) expect(response.json().detail).to.equal(detail);
    }
    expect((await world.request(`/radar/loop/nope/6/14/25.tiles?${named(10)}`)).status).to.equal(404);
    expect((await world.request(`${loop}/6/64/25.tiles?${named(10)}`)).status).to.equal(404);
    const twice = await world.request(`${loop}/6/14/25.tiles?${named(10, 10)}`);
    expect((await filesOf(twice)).size).to.equal(1);
  });
});
