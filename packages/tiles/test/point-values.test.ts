import { expect } from 'chai';
import { CacheBudget } from '@severe/async';
import type { Polygon } from '@severe/geo';
import { distanceM } from '@severe/geo';
import { openPointValues } from '@severe/tiles';
import { silentLog } from '@severe/base';
import { defaultTime, openWorld, type World } from './support/world.ts';

const minutesBefore = (minutes: number) => new Date(defaultTime.getTime() - minutes * 60_000);

describe('tiles/point-values', () => {
  let world: World;
  before(async () => {
    world = await openWorld();
    for (const minutes of [40, 31, 20, 8, 0]) await world.publish({ validAt: minutesBefore(minutes) });
  });
  after(() => world?.close());

  /** The value that the endpoint gives. */
  async function valueAt(lat: number, lon: number): Promise<number | null> {
    return (await world.request(`/radar/point?lat=${lat}&lon=${lon}`)).json().value;
  }

  it('finds the strongest echo around a place, and the value there', async () => {
    const place = { lat: 35.2, lon: -97.4 };
    const found = (await world.server.points.radarAround('composite-reflectivity', place, 60_000))!;
    expect(found.at).to.deep.equal(defaultTime);
    expect(found.here).to.equal(await valueAt(place.lat, place.lon));
    const { value, at } = found.strongest!;
    expect(value).to.equal(60); // the middle of the field
    expect(distanceM(at, { lat: 35, lon: -97 })).to.be.below(1500);
    expect(await valueAt(at.lat, at.lon)).to.equal(value);
    expect(distanceM(place, at)).to.be.at.most(60_000);
    for (const [lat, lon] of [
      [35.1, -97.5],
      [35.3, -97.2],
      [35.4, -97.4],
    ]) {
      expect((await valueAt(lat, lon)) ?? 0).to.be.at.most(value);
    }
  });

  it('gives the values of the last half hour from the frames nearest to each ten minutes', async () => {
    const { recent } = (await world.server.points.radarAround(
      'composite-reflectivity',
      { lat: 35.2, lon: -97.4 },
      10_000,
    ))!;
    expect(recent.map(({ at }) => (defaultTime.getTime() - at.getTime()) / 60_000)).to.deep.equal([31, 20, 8, 0]);
  });

  it('searches inside an area only', async () => {
    const square = (west: number, south: number): Polygon => ({
      type: 'Polygon',
      coordinates: [
        [
          [west, south],
          [west + 0.5, south],
          [west + 0.5, south + 0.5],
          [west, south + 0.5],
          [west, south],
        ],
      ],
    });
    const found = (await world.server.points.radarInside('composite-reflectivity', square(-97.6, 35)))!;
    expect(found.at.lon).to.be.within(-97.6, -97.1);
    expect(found.at.lat).to.be.within(35, 35.5);
    expect(await valueAt(found.at.lat, found.at.lon)).to.equal(found.value);
    expect(await world.server.points.radarInside('vil', square(-97.6, 35))).to.equal(null); // no frame
  });

  it('tells a place outside the bounds from one without a frame', async () => {
    const { points } = world.server;
    expect(await points.radarAround('composite-reflectivity', { lat: 21.3, lon: -157.9 }, 10_000)).to.equal(undefined);
    expect(await points.radarAround('vil', { lat: 35.2, lon: -97.4 }, 10_000)).to.equal(null);
    expect(await points.forecast({ lat: 0, lon: 0, hours: 1 })).to.equal(undefined);
  });

  it('gives the same values in a process without a tile server', async () => {
    const other = await openPointValues({
      budget: new CacheBudget(16 << 20),
      db: world.frames.db,
      platform: {
        objects: world.objects.port,
        pubsub: { subscribe: async () => async () => {} } as never,
      },
      clock: () => defaultTime,
      log: silentLog,
    });
    const place = { lat: 35.2, lon: -97.4 };
    const [here, there] = await Promise.all(
      [world.server.points, other.points].map((points) => points.radarAround('composite-reflectivity', place, 30_000)),
    );
    expect(there).to.deep.equal(here);
    await other.close();
  });
});
