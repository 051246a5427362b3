import { DataError, UpstreamError } from '@severe/base';
import { expect } from 'chai';
import { defaultLimits } from '../src/limits.ts';
import { runFrameJob } from '../src/run-job.ts';
import { openTestStores, radarFrame, type TestStores } from './support/test-stores.ts';
import { radarFile } from './support/raw-file.ts';

describe('run-job', () => {
  let stores: TestStores;
  beforeEach(async () => {
    stores = await openTestStores();
  });
  afterEach(() => stores.close());

  const frame = radarFrame();

  it('makes a frame from a file: two objects, a row, an event; then deletes the file', async () => {
    const id = await stores.receive(frame, radarFile());
    const result = await runFrameJob(id, stores.context());
    expect(result).to.deep.include({ state: 'done', frame, first: true });

    const [row, ...others] = await stores.db.frames.all('radar');
    expect(others).to.deep.equal([]);
    expect(row).to.deep.include({ ...frame, simulated: false, publishedAt: stores.clock() });
    expect(await stores.keys()).to.deep.equal([row.tilesKey, row.valuesKey]);
    expect((await stores.platform.objects.head(row.valuesKey))?.bytes).to.equal(row.valuesBytes);
    expect(stores.events).to.deep.equal([
      {
        kind: 'published',
        family: 'radar',
        product: 'composite-reflectivity',
        runAt: null,
        validAt: '2026-05-20T22:18:00.000Z',
      },
    ]);
    const [health] = (await stores.db.sourceRuns.health(stores.clock())).filter(({ source }) => source === 'radar');
    expect(health.dataAt).to.deep.equal(frame.validAt);
  });

  it('does nothing for a job that has ended or is leased', async () => {
    const id = await stores.receive(frame, radarFile());
    const [one, two] = await Promise.all([runFrameJob(id, stores.context()), runFrameJob(id, stores.context())]);
    expect([one, two].filter(Boolean)).to.have.length(1);
    expect(await runFrameJob(id, stores.context())).to.equal(undefined);
    expect(await stores.db.frames.all('radar')).to.have.length(1);
    expect(stores.events).to.have.length(1);
  });

  it('keeps the existing frame if a job with an expired lease finishes second', async () => {
    const id = await stores.receive(frame, radarFile());
    const slow = stores.context({
      render: async (job) => {
        const report = await stores.context().render(job);
        stores.pass(61_000); // the lease ends while the objects are being made; another worker comes and finishes
        const other = await runFrameJob(id, stores.context());
        expect(other).to.include({ state: 'done', first: true });
        return report;
      },
    });
    expect(await runFrameJob(id, slow)).to.include({ state: 'done', first: false });
    const rows = await stores.db.frames.all('radar');
    expect(rows).to.have.length(1);
    expect(await stores.keys()).to.deep.equal([rows[0].tilesKey, rows[0].valuesKey]);
  });

  it('refuses an unreadable file permanently, with the reason', async () => {
    const id = await stores.receive(frame, Buffer.from('<html>no</html>'));
    expect(await runFrameJob(id, stores.context())).to.include({ state: 'refused' });
    const troubles = await stores.db.frameJobs.troubles('radar', new Date(0));
    expect(troubles).to.include({ refused: 1, dead: 0 });
    expect(troubles.lastReason).to.be.a('string').and.not.contain('\n');
    stores.pass(3_600_000);
    expect(await stores.db.frameJobs.due(10)).to.deep.equal([]);
    expect(await stores.db.frames.all('radar')).to.deep.equal([]);
    expect(stores.events).to.deep.equal([]);
  });

  it('retries a file that failed on a busy machine', async () => {
    const id = await stores.receive(frame, radarFile());
    for (const code of ['netcdf-stuck', 'netcdf-too-hungry']) {
      const busy = stores.context({ render: () => Promise.reject(new DataError(code, 'the machine was busy')) });
      expect(await runFrameJob(id, busy)).to.include({ state: 'postponed' });
      stores.pass(60_000);
    }
    expect(await runFrameJob(id, stores.context())).to.include({ state: 'done' });
  });

  it('gives up a job after three failures with increasing delays, and runs the next one', async () => {
    const id = await stores.receive(frame, radarFile());
    const failing = stores.context({ render: () => Promise.reject(new Error('the thread ran out of memory')) });
    for (const waitMs of [10_000, 20_000]) {
      expect(await runFrameJob(id, failing)).to.include({ state: 'postponed' });
      stores.pass(waitMs - 1);
      expect(await stores.db.frameJobs.due(10), 'not yet').to.deep.equal([]);
      stores.pass(1);
      expect(await stores.db.frameJobs.due(10)).to.have.length(1);
    }
    expect(await runFrameJob(id, failing)).to.include({ state: 'dead', reason: 'the thread ran out of memory' });
    expect(await stores.db.frameJobs.troubles('radar', new Date(0))).to.include({ dead: 1, refused: 0 });
    const next = await stores.receive(radarFrame(20), radarFile({ at: radarFrame(20).validAt }));
    expect(await runFrameJob(next, stores.context())).to.include({ state: 'done' });
  });

  it('retries longer if a system is unavailable, but not without limit', async () => {
    const id = await stores.receive(frame, radarFile());
    const limits = { ...defaultLimits, maxAttempts: 10 };
    const away = () => Promise.reject(new UpstreamError('object store', 'is away'));
    const failing = stores.context({ limits, render: away });
    const states: (string | undefined)[] = [];
    for (let i = 0; i < 11; i++) {
      states.push((await runFrameJob(id, failing))?.state);
      stores.pass(300_000);
    }
    expect(states).to.deep.equal([...Array<string>(9).fill('postponed'), 'dead', undefined]);
  });

  it('gives up a file that kills the process on every attempt', async () => {
    const id = await stores.receive(frame, radarFile());
    for (let i = 0; i < defaultLimits.maxAttempts; i++) {
      expect(await stores.db.frameJobs.claim(id, 1000), 'taken by a process that dies').to.include({ attempts: i + 1 });
      stores.pass(1000);
    }
    const never = stores.context({ render: () => expect.fail('was rendered') });
    expect(await runFrameJob(id, never)).to.include({ state: 'dead' });
  });

  it('does not count killed processes and unavailable systems as failures', async () => {
    const id = await stores.receive(frame, radarFile());
    for (let i = 0; i < 5; i++) {
      await stores.db.frameJobs.claim(id, 1000); // by a process that dies
      stores.pass(1000);
      const away = stores.context({ render: () => Promise.reject(new UpstreamError('object store', 'is away')) });
      expect(await runFrameJob(id, away)).to.include({ state: 'postponed' });
      stores.pass(defaultLimits.maxBackoffMs);
    }
    const failing = stores.context({ render: () => Promise.reject(new Error('out of memory')) });
    for (const state of ['postponed', 'postponed', 'dead']) {
      expect(await runFrameJob(id, failing)).to.include({ state });
      stores.pass(defaultLimits.maxBackoffMs);
    }
  });

  it('renews the lease of a job that takes longer', async () => {
    const id = await stores.receive(frame, radarFile());
    const slow = stores.context({
      limits: { ...defaultLimits, leaseMs: 60 },
      render: async (job) => {
        for (let i = 0; i < 5; i++) {
          stores.pass(50);
          await new Promise((done) => setTimeout(done, 100)); // the renewal runs at least once
        }
        expect(await stores.db.frameJobs.due(10)).to.deep.equal([]);
        return stores.context().render(job);
      },
    });
    expect(await runFrameJob(id, slow)).to.include({ state: 'done', first: true });
  });

  it('removes the objects of an attempt that failed before its row', async () => {
    const id = await stores.receive(frame, radarFile());
    const failing = stores.context({
      async render(job) {
        const made = await stores.context().render(job);
        return made.map(({ frame: name, report }) => ({ frame: name, report: { ...report, valuesBytes: 1 } })); // the store would have lost some
      },
    });
    expect(await runFrameJob(id, failing)).to.include({ state: 'postponed' });
    expect(await stores.keys()).to.deep.equal(['raw/radar/composite-reflectivity/202605202218.grib2.gz']);
  });

  it('never removes the objects of a frame whose row may have been written', async () => {
    const id = await stores.receive(frame, radarFile());
    const { db } = stores;
    const lossy = {
      ...db,
      sourceRuns: { ...db.sourceRuns, recordData: () => Promise.reject(new UpstreamError('database', 'away')) },
    };
    expect(await runFrameJob(id, stores.context({ db: lossy }))).to.include({ state: 'postponed' });
    const [row] = await db.frames.all('radar');
    expect(await stores.keys()).to.include.members([row.tilesKey, row.valuesKey]);

    stores.pass(10_000);
    expect(await runFrameJob(id, stores.context())).to.include({ state: 'done', first: false });
    expect(await stores.keys()).to.deep.equal([row.tilesKey, row.valuesKey]);
    expect(stores.events.map(({ kind }) => kind)).to.deep.equal(['published']);
  });

  it('rethrows a failure to record a failure, since the lease will end', async () => {
    const id = await stores.receive(frame, radarFile());
    const { db } = stores;
    const away = {
      ...db,
      frameJobs: { ...db.frameJobs, giveUp: () => Promise.reject(new UpstreamError('database', 'away')) },
    };
    const refused = stores.context({ db: away, render: () => Promise.reject(new DataError('x', 'unreadable')) });
    await runFrameJob(id, refused).then(
      () => expect.fail('was recorded'),
      (error: unknown) => expect(error).to.be.instanceOf(UpstreamError),
    );
    stores.pass(60_000);
    expect(await runFrameJob(id, stores.context())).to.include({ state: 'done' });
  });
});
