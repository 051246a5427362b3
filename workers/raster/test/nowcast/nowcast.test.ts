import { silentLog } from '@severe/base';
import { jobs, nowcast, nowcastProducts } from '@severe/catalogue';
import type { Frame } from '@severe/db';
import { openValues } from '@severe/raster/values';
import { expect } from 'chai';
import { requestNowcast } from '../../src/nowcast/request-nowcast.ts';
import { sweepOnce } from '../../src/retention.ts';
import { runFrameJob, type JobResult } from '../../src/run-job.ts';
import { defaultLimits } from '../../src/limits.ts';
import { blindFile, largeGrid, radarFile } from '../support/raw-file.ts';
import { stormFile } from '../support/storm-file.ts';
import { openTestStores, radarFrame, type TestStores } from '../support/test-stores.ts';

const minuteMs = 60_000;
const composite = 'composite-reflectivity';
const base = 'base-reflectivity';
const parameters = { [composite]: { category: 10, number: 0 }, [base]: { category: 11, number: 0 } };

describe('the nowcast', function () {
  this.timeout(60_000);
  let stores: TestStores;
  beforeEach(async () => {
    stores = await openTestStores();
  });
  afterEach(() => stores.close());

  /** Where the storm is, minutes after 22:00: it moves east by 108 km/h. */
  const stormAt = (minute: number) => ({ lat: 36, lon: -98.8 + 0.02 * minute });

  async function publish(minute: number, product: keyof typeof parameters = composite, bytes?: Uint8Array) {
    const frame = radarFrame(minute, product);
    const file = stormFile(frame.validAt, { ...stormAt(minute), dbz: 60 }, parameters[product]);
    const result = await runFrameJob(await stores.receive(frame, bytes ?? file), stores.context());
    expect(result?.state).to.equal('done');
  }

  /** Frames of 22:00 to 22:20, the present. */
  async function publishPast(minutes = [0, 4, 8, 12, 16, 20]): Promise<void> {
    for (const minute of minutes) await publish(minute);
  }

  const request = () => requestNowcast({ ...stores, ...stores.platform, log: silentLog });

  /** Runs the jobs that wait. */
  async function runAll(): Promise<JobResult[]> {
    const results: JobResult[] = [];
    for (const { id } of await stores.db.frameJobs.due(10)) {
      const result = await runFrameJob(id, stores.context());
      if (result) results.push(result);
    }
    return results;
  }

  const made = (): Promise<Frame[]> => stores.db.frames.all('nowcast');

  async function valueAt(frame: Frame, { lat, lon }: { lat: number; lon: number }) {
    return openValues((await stores.platform.objects.get(frame.valuesKey))!).at(lon, lat);
  }

  it('moves the storm to where it will be, lead time by lead time', async () => {
    await publishPast();
    await request();
    const [result] = await runAll();
    expect(result.state).to.equal('done');
    const frames = (await made()).filter(({ product }) => product === composite);
    expect(frames.map(({ validAt, runAt }) => (validAt.getTime() - runAt!.getTime()) / minuteMs)).to.deep.equal([
      ...nowcast.leads,
    ]);
    for (const lead of [5, 15, 30, 45]) {
      const frame = frames.find(({ validAt }) => validAt.getTime() === Date.UTC(2026, 4, 20, 22, 20 + lead))!;
      const there = await valueAt(frame, stormAt(20 + lead));
      expect(there.value, `${lead} minutes`).to.be.within(55, 60);
      const before = await valueAt(frame, stormAt(20 + lead - 25)); // 45 km behind it
      expect(before.status, `${lead} minutes`).to.equal('nothing');
    }
  });

  it('gives chances that widen with time, and are unknown where nothing is known', async () => {
    await publishPast();
    await request();
    await runAll();
    const chances = (await made()).filter(({ product }) => product === 'probability-50dbz');
    const there = await Promise.all(
      chances.map(async (frame, i) => (await valueAt(frame, stormAt(20 + nowcast.leads[i]))).value!),
    );
    expect(there[0]).to.be.above(60);
    expect(there[8]).to.be.within(5, there[0] - 20);
    expect(there.slice(0, 9)).to.deep.equal(there.slice(0, 9).toSorted((one, other) => other - one));
    const upwind = await valueAt(chances.at(-1)!, { lat: 36, lon: -99.9 }); // from beyond the grid
    expect(upwind.status).to.equal('missing');
  });

  it('becomes visible as a whole, is announced, and leaves no raw file', async () => {
    await publishPast();
    await publish(20, base);
    await request();
    stores.events.length = 0;
    await runAll();
    const frames = await made();
    expect(frames).to.have.length(nowcastProducts.length * nowcast.leads.length);
    expect(new Set(frames.map(({ publishedAt }) => publishedAt.getTime()))).to.have.property('size', 1);
    expect(frames.every(({ tilesKey }) => tilesKey === null)).to.equal(true);
    expect(stores.events.filter(({ family }) => family === 'nowcast')).to.have.length(frames.length);
    expect((await stores.keys()).filter((key) => key.startsWith('raw/'))).to.deep.equal([]);
  });

  it('is requested once for a frame, however many ask', async () => {
    await publishPast();
    await Promise.all([request(), request(), request()]);
    await request();
    expect(await stores.db.frameJobs.due(10)).to.have.length(1);
    expect(await stores.platform.queue.counts(jobs.renderFrame)).to.deep.include({ active: 0 });
  });

  it('waits for older images that are being drawn, and skips runs that nobody waits for', async () => {
    await publishPast([0, 4, 8]);
    await request();
    const [old] = await stores.db.frameJobs.due(10);
    expect(old.runAt!.getUTCMinutes()).to.equal(8);
    await publish(20);
    const older = radarFrame(16);
    await stores.receive(older, stormFile(older.validAt, { ...stormAt(16), dbz: 60 }));
    const runs = async () =>
      (await stores.db.frameJobs.due(10)).filter(({ family }) => family === 'nowcast').map(({ runAt }) => runAt!.getUTCMinutes()); // prettier-ignore
    await request();
    expect(await runs()).to.deep.equal([8]);
    await stores.db.frameJobs.finish((await stores.db.frameJobs.due(10)).find(({ family }) => family === 'radar')!.id, 'done'); // prettier-ignore
    await request();
    expect(await runs()).to.deep.equal([20]);
    expect(await stores.db.frameJobs.troubles('nowcast', new Date(0))).to.include({ skipped: 1 });
  });

  it('waits a minute for a mosaic that came before, then goes on without it', async () => {
    await publish(12, base);
    await publishPast([4, 8, 12, 16, 20]);
    await publish(16, base);
    const due = async () => (await stores.db.frameJobs.due(10)).length;
    await request();
    expect(await due()).to.equal(0);
    stores.pass(minuteMs);
    await request();
    expect(await due()).to.equal(1);
  });

  for (const [what, minutes, passed] of [
    ['one frame', [20], 0],
    ['frames that are too close for a motion', [18, 20], 0],
    ['a newest frame that is too old', [0, 10, 20], 21],
  ] as const) {
    it(`makes nothing of ${what}`, async () => {
      await publishPast([...minutes]);
      stores.pass(passed * minuteMs);
      await request();
      expect(await stores.db.frameJobs.due(10)).to.deep.equal([]);
    });
  }

  it('makes nothing of frames with a gap of an hour', async () => {
    await publishPast([0]);
    await publish(60);
    stores.pass(40 * minuteMs);
    await request();
    expect(await stores.db.frameJobs.due(10)).to.deep.equal([]);
  });

  it('refuses frames of another grid, and says which', async () => {
    await publishPast([10]);
    const { validAt: at } = radarFrame(20);
    await publish(
      20,
      composite,
      radarFile({ at, grid: { ...largeGrid, width: 400, height: 300, stepLon: 0.01, stepLat: 0.01 } }),
    );
    await request();
    const [result] = await runAll();
    expect(result).to.include({ state: 'refused' });
    expect((result as { reason: string }).reason).to.match(/300 × 200 cells .* 400 × 300 cells/);
    expect(await made()).to.deep.equal([]);
  });

  it('is not made of a radar that sees nothing', async () => {
    await publishPast([0, 10]);
    const id = await stores.receive(radarFrame(20), blindFile());
    expect(await runFrameJob(id, stores.context())).to.include({ state: 'refused' });
    await request();
    expect((await stores.db.frameJobs.due(10)).map(({ runAt }) => runAt!.getUTCMinutes())).to.deep.equal([10]);
  });

  it('keeps its newest runs', async () => {
    await publishPast([0, 4, 8, 12, 16]);
    for (const minute of [20, 22, 24, 26, 28, 30]) {
      await publish(minute);
      stores.pass(2 * minuteMs);
      await request();
      await runAll();
    }
    const runs = async () => [...new Set((await made()).map(({ runAt }) => runAt!.getUTCMinutes()))];
    expect(await runs()).to.deep.equal([20, 22, 24, 26, 28, 30]);
    const { settings, db, platform, clock } = stores;
    await sweepOnce({ settings, db, ...platform, clock, log: silentLog, limits: defaultLimits }, new Map());
    expect(await runs()).to.deep.equal([22, 24, 26, 28, 30]);
  });
});
