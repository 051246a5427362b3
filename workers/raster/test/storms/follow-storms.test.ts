import { silentLog, UpstreamError } from '@severe/base';
import type { StormCellRow } from '@severe/db';
import { expect } from 'chai';
import { findStorms } from '../../src/storms/find-storms.ts';
import { createStormFollower, type StormContext } from '../../src/storms/follow-storms.ts';
import { runFrameJob } from '../../src/run-job.ts';
import { openTestStores, radarFrame, type TestStores } from '../support/test-stores.ts';
import { stormFile } from '../support/storm-file.ts';

/** As the provider numbers them. */
const parameters = {
  'composite-reflectivity': { category: 10, number: 0 },
  'mesh-30min': { category: 3, number: 29 },
  vil: { category: 3, number: 41 },
};

describe('storm cells of published frames', function () {
  this.timeout(60_000);
  let stores: TestStores;
  beforeEach(async () => {
    stores = await openTestStores();
  });
  afterEach(() => stores.close());

  const follower = (change: Partial<StormContext> = {}) =>
    createStormFollower({
      ...stores,
      ...stores.platform,
      log: silentLog,
      findStorms: (task) => findStorms(task, stores.platform.objects),
      ...change,
    });

  /** Publishes a frame with a storm that has moved 0.02° east each minute since 22:00. */
  async function publish(
    minute: number,
    product: keyof typeof parameters = 'composite-reflectivity',
    value = 60,
  ): Promise<void> {
    const frame = radarFrame(minute, product);
    const storm = { lat: 36, lon: -98.8 + 0.02 * minute, dbz: value };
    const id = await stores.receive(frame, stormFile(frame.validAt, storm, parameters[product]));
    const result = await runFrameJob(id, stores.context());
    expect(result?.state).to.equal('done');
  }

  const found = async (): Promise<StormCellRow[]> =>
    (await stores.db.stormCells.search({ at: stores.clock(), limit: 100 })).rows;
  const scanAt = async () => (await stores.db.stormCells.newestScanAt())?.toISOString().slice(11, 16);

  /** Eight frames from 22:00 to 22:14: enough to begin. */
  async function publishEight(): Promise<void> {
    for (let minute = 14; minute >= 0; minute -= 2) await publish(minute); // the newest arrives first
  }

  it('have one track through all frames, in order of time whatever the order of arrival, and its motion', async () => {
    await publishEight();
    await follower().follow();
    const [cell, ...others] = await found();
    expect(others).to.deep.equal([]);
    expect(cell.cell).to.equal('20260520T220000Z-1');
    expect(cell.firstSeenAt.toISOString()).to.equal('2026-05-20T22:00:00.000Z');
    expect(cell.lon).to.be.closeTo(-98.52, 0.01);
    expect(cell.maxDbz).to.be.closeTo(60, 1.5);
    expect(cell.towardDeg).to.be.closeTo(90, 5);
    expect(cell.speedMps).to.be.closeTo((0.02 * 111_195 * Math.cos((36 * Math.PI) / 180)) / 60, 2.5);
    expect(JSON.parse(cell.track!).coordinates).to.have.length(8);
  });

  it('continue from the stored state, in another process', async () => {
    await publishEight();
    await follower().follow();
    await publish(16);
    await follower().follow();
    expect(await scanAt()).to.equal('22:16');
    expect((await found())[0].cell).to.equal('20260520T220000Z-1');
  });

  it('wait at a start for older frames, but not for long', async () => {
    await publish(14);
    await follower().follow();
    expect(await scanAt()).to.equal(undefined);
    stores.pass(180_000);
    await follower().follow();
    expect(await scanAt()).to.equal('22:14');
    expect((await found())[0].towardDeg).to.equal(null);
  });

  it('wait for an older frame that is still to be made', async () => {
    await publishEight();
    await follower().follow();
    const frame = radarFrame(16);
    const late = await stores.receive(frame, stormFile(frame.validAt, { lat: 36, lon: -98.48, dbz: 60 }));
    await publish(18);
    await follower().follow();
    expect(await scanAt()).to.equal('22:14');
    await runFrameJob(late, stores.context());
    await follower().follow();
    expect(await scanAt()).to.equal('22:18');
    expect(JSON.parse((await found())[0].track!).coordinates).to.have.length(10);
  });

  it('say that a frame has no storm', async () => {
    await publishEight();
    await publish(16, 'composite-reflectivity', 30);
    await follower().follow();
    expect(await scanAt()).to.equal('22:16');
    expect(await found()).to.deep.equal([]);
  });

  it('have the values of the other products inside the cell, and null without a frame near the time', async () => {
    await publishEight();
    await publish(12, 'mesh-30min', 44);
    await publish(14, 'vil', 52);
    await follower().follow();
    const [cell] = await found();
    expect(cell.meshMm).to.be.within(40, 44);
    expect(cell.vilKgm2).to.be.within(50, 52);
    expect(cell).to.deep.include({ echoTopKm: null, rotation: null });
  });

  it('have the flashes of the last minutes, and null if lightning data are missing', async () => {
    const granule = async (startsAt: Date, flashes: number) => {
      const flash = (number: number) => ({ number, at: new Date(startsAt.getTime() + 5000), lat: 36, lon: -98.5, energyFj: 1, areaKm2: 80 }); // prettier-ignore
      const name = startsAt.toISOString();
      await stores.db.lightning.store({ name, satellite: 'G19', startsAt, flashes: Array.from({ length: flashes }, (_, i) => flash(i)) }); // prettier-ignore
    };
    await publishEight();
    await follower().follow();
    expect((await found())[0]).to.deep.include({ flashes5min: null, flashRate: null, flashJump: null });
    for (let i = 1; i <= 15; i++) await granule(new Date(Date.UTC(2026, 4, 20, 22, 16, -20 * i)), 2);
    await publish(16);
    await follower().follow();
    expect((await found())[0]).to.deep.include({ flashes5min: 30, flashRate: 6, flashJump: null });
  });

  it('pass over a frame whose file is gone, and go on with the next', async () => {
    await publishEight();
    const [first] = await stores.db.frames.all('radar');
    await stores.platform.objects.delete([first.valuesKey]);
    await follower().follow();
    expect(await scanAt()).to.equal('22:14');
    expect((await found())[0].cell).to.equal('20260520T220200Z-1');
  });

  it('are tried again after a failure of the store, and a frame that fails three times is passed over', async () => {
    await publishEight();
    let calls = 0;
    const failing = follower({
      async findStorms(task) {
        if (task.frameAt.getUTCMinutes() === 0) {
          calls++;
          throw new UpstreamError('object store', 'away');
        }
        return findStorms(task, stores.platform.objects);
      },
    });
    for (let i = 0; i < 3; i++) {
      expect(await failing.follow().catch((error: Error) => error.message)).to.equal('away');
      expect(await scanAt()).to.equal(undefined);
    }
    await failing.follow();
    expect(calls).to.equal(3);
    expect(await scanAt()).to.equal('22:14');
  });

  it('are stored once by two processes', async () => {
    await publishEight();
    await Promise.all([follower().follow(), follower().follow()]);
    expect(await found()).to.have.length(1);
    expect(JSON.parse((await found())[0].track!).coordinates).to.have.length(8);
  });
});
