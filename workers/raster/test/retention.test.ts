import { frameKeys, type FrameName } from '@severe/catalogue';
import { expect } from 'chai';
import { sweepOnce, type Suspects } from '../src/retention.ts';
import { openTestStores, radarFrame, type TestStores } from './support/test-stores.ts';
import { testDatabase } from '@severe/db/testing/database';

const hour = 3_600_000;
const minute = 60_000;
const start = new Date('2026-05-20T12:00:00Z').getTime();

const radarAt = (hours: number, product?: string): FrameName => ({
  ...radarFrame(0, product),
  validAt: new Date(start + hours * hour),
});
const modelAt = (run: number, ahead: number): FrameName => ({
  family: 'hrrr',
  product: 'cape',
  runAt: new Date(start + run * hour),
  validAt: new Date(start + (run + ahead) * hour),
});

describe('retention', () => {
  let stores: TestStores;
  let suspects: Suspects;
  let now: number;
  beforeEach(async () => {
    stores = await openTestStores();
    suspects = new Map();
    now = Date.now(); // the files that a test makes are a little younger
  });
  afterEach(() => stores.close());

  /** Publishes a frame with objects of a few bytes. */
  async function publish(frame: FrameName, { db = stores.db, simulated = false } = {}): Promise<void> {
    const { tiles, values } = frameKeys(frame, simulated ? 'simulated' : 'build');
    await stores.platform.objects.put(tiles, Uint8Array.of(1));
    await stores.platform.objects.put(values, Uint8Array.of(2));
    const objects = { tilesKey: tiles, tilesBytes: 1, valuesKey: values, valuesBytes: 1 };
    expect(await db.frames.insert({ ...frame, publishedAt: stores.clock(), ...objects, simulated })).to.equal(true);
  }

  const sweep = (laterMs = 0) =>
    sweepOnce(
      {
        ...stores.context(),
        settings: { satelliteRetentionHours: 6, frameRetentionHours: 3, nexradRetentionHours: 1, modelRunsKept: 2 },
      },
      suspects,
      now + laterMs,
    );

  /** The objects that the rows name, and those that are there. */
  async function namedAndStored() {
    const frames = [...(await stores.db.frames.all('radar')), ...(await stores.db.frames.all('hrrr'))];
    const named = frames.flatMap(({ tilesKey, valuesKey }) => [tilesKey as string, valuesKey]).sort();
    return { named, stored: (await stores.keys()).filter((key) => key.startsWith('frames/')) };
  }

  it('removes radar frames older than the setting, counted from the newest of their product', async () => {
    for (const hours of [0, 1.9, 2, 3, 5]) await publish(radarAt(hours));
    await publish(radarAt(0, 'vil')); // the only one of its product: a silent provider empties nothing
    await sweep();
    const left = (await stores.db.frames.all('radar')).map(({ product, validAt }) => [
      product,
      (validAt.getTime() - start) / hour,
    ]);
    expect(left).to.deep.equal([
      ['composite-reflectivity', 2],
      ['composite-reflectivity', 3],
      ['composite-reflectivity', 5],
      ['vil', 0],
    ]);
    expect(stores.events.map(({ kind, validAt }) => [kind, validAt])).to.have.deep.members([
      ['removed', '2026-05-20T12:00:00.000Z'],
      ['removed', '2026-05-20T13:54:00.000Z'],
    ]);
  });

  it('removes volumes of a single radar by their own retention, counted from the newest of the site', async () => {
    const volumeAt = (hours: number, product: string): FrameName => ({
      family: 'nexrad',
      product,
      runAt: null,
      validAt: new Date(start + hours * hour),
    });
    for (const hours of [0, 1.5, 2, 2.5]) await publish(volumeAt(hours, 'KTLX'));
    await publish(volumeAt(0, 'KINX'));
    await sweep();
    const left = (await stores.db.frames.all('nexrad')).map(({ product, validAt }) => [
      product,
      (validAt.getTime() - start) / hour,
    ]);
    expect(left).to.deep.equal([
      ['KINX', 0],
      ['KTLX', 1.5],
      ['KTLX', 2],
      ['KTLX', 2.5],
    ]);
  });

  it('removes model runs beyond the newest few, whole, but keeps the newest two of 48 hours', async () => {
    const hourOfDay = new Date(start).getUTCHours();
    const long = (24 - hourOfDay) % 6; // hours from the start to a run of 00, 06, 12 or 18 UTC
    const short = [1, 2, 3].map((more) => long + 12 + more);
    for (const run of [long, long + 6, long + 12, ...short]) {
      for (const ahead of [0, 18]) await publish(modelAt(run, ahead));
    }
    await sweep();
    const left = (await stores.db.frames.all('hrrr')).map(({ runAt }) => ((runAt as Date).getTime() - start) / hour);
    expect(left).to.deep.equal([long + 6, long + 12, short[1], short[2]].flatMap((run) => [run, run]));
  });

  it('keeps the objects of a removed frame for the grace period', async () => {
    for (const hours of [0, 5]) await publish(radarAt(hours));
    await sweep();
    expect((await namedAndStored()).stored).to.have.length(4);
    await sweep(2 * minute - 1);
    expect((await namedAndStored()).stored).to.have.length(4);
    await sweep(2 * minute);
    const { named, stored } = await namedAndStored();
    expect(stored).to.deep.equal(named).and.to.have.length(2);
  });

  it('removes unreferenced objects, but not while their frame may be in progress', async () => {
    await publish(radarAt(5));
    const { tiles } = frameKeys(radarAt(6), 'of-a-worker-that-died');
    await stores.platform.objects.put(tiles, Uint8Array.of(3));
    await sweep(59 * minute);
    await sweep(59.5 * minute);
    expect(await stores.keys()).to.include(tiles);
    await sweep(61 * minute); // now it is old enough to be noticed,
    expect(await stores.keys()).to.include(tiles);
    await sweep(63 * minute); // and now the time of grace is over
    const { named, stored } = await namedAndStored();
    expect(stored).to.deep.equal(named).and.to.have.length(2);
  });

  it('never removes a referenced object, at any age and in either world', async () => {
    const simulated = await testDatabase({ simulated: true, keep: true, clock: stores.clock });
    await publish(radarAt(5));
    await publish(modelAt(5, 18));
    await publish(radarAt(5), { db: simulated, simulated: true });
    for (let round = 1; round < 5; round++) await sweep(round * 1000 * hour);
    const { stored } = await namedAndStored();
    expect(stored).to.have.length(6);
    for (const key of stored) expect(await stores.db.frames.namesObject(key), key).to.equal(true);
  });

  it('keeps a suspect that has become referenced', async () => {
    const { tiles, values } = frameKeys(radarAt(5), 'build');
    await stores.platform.objects.put(tiles, Uint8Array.of(1));
    await stores.platform.objects.put(values, Uint8Array.of(2));
    await sweep(61 * minute);
    expect([...suspects.keys()]).to.deep.equal([tiles, values]);
    await publish(radarAt(5));
    await sweep(65 * minute);
    expect((await namedAndStored()).stored).to.deep.equal([tiles, values]);
  });

  it('removes the rows of jobs that ended long ago, with the files that only they name', async () => {
    const done = await stores.receive(radarFrame(0), Uint8Array.of(1));
    const waiting = await stores.receive(radarFrame(2), Uint8Array.of(1));
    await stores.db.frameJobs.giveUp({ id: done, attempts: 0 }, 'refused', 'unreadable');
    await sweep();
    expect(await stores.keys()).to.have.length(2);
    stores.pass(24 * hour + 1);
    await sweep();
    expect(await stores.keys()).to.deep.equal(['raw/radar/composite-reflectivity/202605202202.grib2.gz']);
    expect((await stores.db.frameJobs.due(10)).map(({ id }) => id)).to.deep.equal([waiting]);
  });

  it("removes providers' files without a waiting job after a day", async () => {
    await stores.platform.objects.put('raw/radar/vil/202605201200.grib2.gz', Uint8Array.of(1)); // its job was never recorded
    await stores.receive(radarFrame(2), Uint8Array.of(1));
    await sweep(23.9 * hour);
    await sweep(23.95 * hour);
    expect(await stores.keys()).to.have.length(2);
    await sweep(24.1 * hour);
    await sweep(24.2 * hour);
    expect(await stores.keys()).to.deep.equal(['raw/radar/composite-reflectivity/202605202202.grib2.gz']);
  });
});
