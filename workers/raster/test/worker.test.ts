import { channels, jobs, type FrameName } from '@severe/catalogue';
import { loadSettings, silentLog, UpstreamError } from '@severe/base';
import { expect } from 'chai';
import { requireService } from '@severe/testing/services';
import { until } from '@severe/testing/until';
import { defaultLimits } from '../src/limits.ts';
import { createThreadRenderer } from '../src/renderer.ts';
import { findStorms } from '../src/storms/find-storms.ts';
import type { StormTask } from '../src/storms/storm-task.ts';
import { startRasterWorker, type RasterWorker, type RasterWorkerOptions } from '../src/worker.ts';
import { openTestStores, radarFrame, type TestStores } from './support/test-stores.ts';
import { elevationFile, largeGrid, radarFile } from './support/raw-file.ts';
import { rejection } from './support/rejection.ts';

describe('worker', () => {
  let stores: TestStores;
  let worker: RasterWorker | undefined;
  beforeEach(async () => {
    stores = await openTestStores();
  });
  afterEach(async () => {
    await worker?.close();
    worker = undefined;
    await stores.close();
  });

  const start = (more: Partial<RasterWorkerOptions> = {}): RasterWorker =>
    (worker = startRasterWorker({ ...stores, log: silentLog, simulated: false, ...more }));

  /** A renderer that notes what it makes, and makes it somewhere else than the threads do. */
  const noting = (made: string[], width = 1) => ({
    width,
    render: (job: Parameters<ReturnType<TestStores['context']>['render']>[0]) => {
      made.push(`${job.family} ${job.validAt.toISOString().slice(11, 16)}`);
      return stores.context().render(job);
    },
    findStorms: (task: StormTask) => findStorms(task, stores.platform.objects),
    findArrivals: () => Promise.resolve([]),
    close: () => Promise.resolve(),
  });

  const modelFrame = (hours: number): FrameName => ({
    family: 'hrrr',
    product: 'elevation',
    runAt: new Date('2026-05-20T21:00:00Z'),
    validAt: new Date(Date.UTC(2026, 4, 20, 21 + hours)),
  });

  /** Stores a file of a frame and records its job. */
  const receiveRadar = (minute: number) => {
    const frame = radarFrame(minute);
    return stores.receive(frame, radarFile({ at: frame.validAt }));
  };
  const receiveModel = (hours: number) => {
    const frame = modelFrame(hours);
    return stores.receive(frame, elevationFile(frame.runAt!, hours));
  };

  it('runs waiting jobs without a message', async () => {
    await receiveRadar(18);
    await receiveRadar(20);
    await start({ renderer: noting([]) }).idle();
    expect(await stores.db.frames.all('radar')).to.have.length(2);
  });

  it('runs a job once, also for repeated messages', async () => {
    const made: string[] = [];
    start({ renderer: noting(made), limits: { sweepMs: 1e9 } });
    await worker?.idle();
    await receiveRadar(18);
    for (let i = 0; i < 3; i++) await stores.platform.queue.wake(jobs.renderFrame);
    await worker?.idle();
    expect(made).to.deep.equal(['radar 22:18']);
    expect(stores.events).to.have.length(1);
  });

  it('runs the newest radar first, then one hour of a new model run, then older radar, then other hours', async () => {
    const made: string[] = [];
    await receiveModel(1);
    await receiveRadar(14);
    await receiveModel(0);
    await receiveRadar(18);
    await start({ renderer: noting(made) }).idle();
    expect(made).to.deep.equal(['radar 22:18', 'hrrr 22:00', 'radar 22:14', 'hrrr 21:00']);
  });

  it('makes the most urgent frame for a message, not that which the message is about', async () => {
    const made: string[] = [];
    start({ renderer: noting(made), limits: { sweepMs: 1e9 } });
    await worker?.idle();
    await receiveRadar(14);
    await receiveModel(0);
    await receiveRadar(18);
    for (let i = 0; i < 2; i++) await stores.platform.queue.wake(jobs.renderFrame);
    await until(() => stores.events.length === 2);
    expect(made).to.deep.equal(['radar 22:18', 'hrrr 21:00']);
  });

  it('runs the job of a dead worker after its lease', async () => {
    const id = await receiveRadar(18);
    await stores.db.frameJobs.claim(id, 60_000);
    await start({ renderer: noting([]) }).idle();
    expect(await stores.db.frames.all('radar')).to.have.length(0);
    stores.pass(60_000);
    await worker?.idle();
    expect(await stores.db.frames.all('radar')).to.have.length(1);
  });

  it('starts no job after close, and finishes running ones', async () => {
    let release: (() => void) | undefined;
    const begun = new Promise<void>((begin) => {
      const blocked = new Promise<void>((resolve) => (release = resolve));
      start({
        renderer: {
          ...noting([]),
          render: async (job) => {
            begin();
            await blocked;
            return stores.context().render(job);
          },
        },
      });
    });
    await receiveRadar(18);
    await receiveRadar(20);
    await stores.platform.queue.wake(jobs.renderFrame);
    await begun;
    const closed = worker?.close();
    release?.();
    await closed;
    expect(await stores.db.frames.all('radar')).to.have.length(1);
    expect(await stores.db.frameJobs.due(10)).to.have.length(1);
  });

  describe('with threads', () => {
    it('makes the same frames as without threads, and refuses the same files', async () => {
      const [good, bad] = [radarFrame(18), radarFrame(20)];
      await stores.receive(good, radarFile());
      await stores.receive(bad, radarFile({ at: bad.validAt }).subarray(0, -100));
      await start().idle();
      const [row, ...others] = await stores.db.frames.all('radar');
      expect(others).to.deep.equal([]);
      expect(row.validAt).to.deep.equal(good.validAt);
      expect(await stores.db.frameJobs.troubles('radar', new Date(0))).to.include({ refused: 1, dead: 0 });

      const job = { ...good, rawKey: 'raw/again', build: 'here' };
      await stores.platform.objects.put(job.rawKey, radarFile());
      const [{ report: here }] = await stores.context().render(job);
      for (const [theirs, ours] of [
        [row.tilesKey as string, here.tilesKey as string],
        [row.valuesKey, here.valuesKey],
      ]) {
        const [a, b] = [await stores.platform.objects.get(theirs), await stores.platform.objects.get(ours)];
        expect(Buffer.compare(a as Buffer, b as Buffer), theirs).to.equal(0);
      }
    });

    it('stops a frame that uses too much processor time, and makes the next one in a new thread', async () => {
      const { objects } = stores.platform;
      await objects.put('raw/small', radarFile());
      await objects.put('raw/large', radarFile({ grid: largeGrid }));
      const job = (size: 'small' | 'large', build: string) => ({ ...radarFrame(), rawKey: `raw/${size}`, build });
      const limits = { ...defaultLimits };
      const threads = createThreadRenderer(stores.settings, objects, limits, silentLog);
      try {
        await threads.render(job('small', 'first'));
        limits.renderMs = 1;
        const stopped = await rejection(threads.render(job('large', 'stopped')));
        expect((stopped as Error).message).to.match(/^the frame used more than 1 ms of processor time/);
        limits.renderMs = defaultLimits.renderMs;
        await threads.render(job('small', 'next'));
      } finally {
        await threads.close();
      }
      const builds = (await stores.keys()).filter((key) => key.startsWith('frames/')).map((key) => key.split('/')[4]);
      expect(builds).to.deep.equal(['first', 'first', 'next', 'next']);
    });

    it("retries an object store that is unavailable at a thread's first job", async () => {
      const away = { S3_ENDPOINT: 'http://127.0.0.1:1', S3_ACCESS_KEY: 'key', S3_SECRET_KEY: 'secret' };
      const settings = loadSettings({ ...away, RASTER_THREADS: '1' });
      const threads = createThreadRenderer(settings, stores.platform.objects, defaultLimits, silentLog);
      try {
        const failure = await rejection(threads.render({ ...radarFrame(), rawKey: 'raw/any', build: 'none' }));
        expect(failure).to.be.instanceOf(UpstreamError).and.include({ system: 'object store' });
      } finally {
        await threads.close();
      }
    });

    it('counts a stopped frame as a failure to retry', async () => {
      await stores.receive(radarFrame(18), radarFile({ grid: largeGrid }));
      await start({ limits: { renderMs: 1 } }).idle();
      expect(await stores.db.frames.all('radar')).to.have.length(0);
      expect(await waiting()).to.have.length(1);
    });

    it('survives a thread that exceeds its heap', async () => {
      await receiveRadar(18);
      await start({ limits: { heapMb: 4, maxFailures: 1 } }).idle(); // less than the modules of a thread take
      const { dead, lastReason } = await stores.db.frameJobs.troubles('radar', new Date(0));
      expect(dead).to.equal(1);
      expect(lastReason).to.contain('memory');
    });

    async function waiting() {
      stores.pass(10_000); // the first wait is over
      return stores.db.frameJobs.due(10);
    }
  });

  it('works with Redis and an S3 store', async function () {
    const env = { ...(await requireService(this, 'redis')), ...(await requireService(this, 'minio')) };
    const other = await openTestStores(env);
    const raster = startRasterWorker({ ...other, log: silentLog, simulated: false, limits: { sweepMs: 1e9 } });
    try {
      await raster.idle(); // its first sweep is over: from here only a message can wake it
      const before = new Set(await other.keys()); // other suites share the bucket
      const published = new Promise<void>((resolve) => {
        void other.platform.pubsub.subscribe(channels.frames, () => resolve());
      });
      await other.receive(radarFrame(18), radarFile());
      await other.platform.queue.wake(jobs.renderFrame);
      await published;
      await raster.idle();
      const [row] = await other.db.frames.all('radar');
      const ours = (await other.keys()).filter((key) => !before.has(key));
      expect(ours).to.deep.equal([row.tilesKey, row.valuesKey]);
      expect((await other.platform.objects.head(row.valuesKey))?.bytes).to.equal(row.valuesBytes);
    } finally {
      await raster.close();
      await other.close();
    }
  });
});
