import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createClock, loadSettings, silentLog } from '@severe/base';
import { rawKey } from '@severe/catalogue';
import { openDatabase, type Database } from '@severe/db';
import { openPlatform, type Platform } from '@severe/platform';
import { openTilePack } from '@severe/raster';
import { openValues } from '@severe/raster/values';
import { expect } from 'chai';
import { requireService } from '@severe/testing/services';
import { defaultLimits } from '../src/limits.ts';
import { createInlineRenderer } from '../src/renderer.ts';
import { runFrameJob } from '../src/run-job.ts';
import { radarFrame } from './support/test-stores.ts';
import { radarFile } from './support/raw-file.ts';
import { seeded } from '@severe/testing/seeded';

/** Every point at which the worker can be told to die, and whether the frame is visible from there. */
const points: [name: string, visible: boolean][] = [
  ['raster.taken', false],
  ['raster.before-tiles', false],
  ['raster.after-tiles', false],
  ['raster.after-values', false],
  ['raster.before-row', false],
  ['raster.after-row', true],
  ['raster.after-event', true],
  ['raster.before-cleaning', true],
];

/** Minute of the first frame for kills at random moments; those of the points are earlier. */
const randomFrom = 60;
const isOfRandom = ({ validAt }: { validAt: Date }): boolean => validAt >= radarFrame(randomFrom).validAt;

/** `SEVERE_KILLS=50` takes two minutes. */
const kills = Number(process.env['SEVERE_KILLS'] ?? 4);

const workerFile = fileURLToPath(new URL('support/killed-worker.ts', import.meta.url));

describe('a worker that is killed', function () {
  this.timeout(300_000);
  let env: Record<string, string>;
  let db: Database;
  let platform: Platform;
  before(async function () {
    const postgres = await requireService(this, 'postgres');
    const dataDir = await mkdtemp(join(tmpdir(), 'severe-killed-'));
    // The frames of fifty kills cover more than the three hours that are kept by default.
    env = { ...postgres, DATA_DIR: dataDir, RASTER_THREADS: '1', FRAME_RETENTION_HOURS: '24' };
    const settings = loadSettings(env);
    db = await openDatabase(settings, { log: silentLog, clock: createClock(), simulated: false });
    platform = await openPlatform(settings, silentLog);
  });
  after(async () => {
    await platform?.close();
    await db?.close();
    if (env) await rm(env['DATA_DIR'], { recursive: true });
  });

  /** Lets a process of its own do what waits, until it dies; gives the signal that ended it. */
  const workUntil = (failpoint: string) => endOf(startChild({ SEVERE_FAILPOINT: failpoint, TEST_LEASE_MS: '1' }));

  const startChild = (more: Record<string, string>): ChildProcess => {
    const args = [...process.execArgv, workerFile];
    return spawn(process.execPath, args, { env: { PATH: process.env['PATH'], ...env, ...more }, stdio: 'inherit' });
  };

  /** The next worker; the lease of the dead one has ended. */
  const workOn = async (): Promise<void> => {
    const { render } = createInlineRenderer(platform.objects);
    const context = { ...platform, db, clock: createClock(), log: silentLog, simulated: false, render };
    for (const { id } of await db.frameJobs.due(10)) {
      await runFrameJob(id, { ...context, limits: defaultLimits, failpoint: () => undefined });
    }
  };

  points.forEach(([point, visible], minute) => {
    it(`at ${point} leaves the frame ${visible ? 'whole' : 'invisible'}, and the next one makes it whole, once`, async () => {
      const frame = radarFrame(2 * minute);
      const key = rawKey(frame, 'grib2.gz');
      await platform.objects.put(key, radarFile({ at: frame.validAt }));
      await db.frameJobs.insert({ ...frame, rawKey: key });

      expect(await workUntil(point)).to.equal('SIGKILL');
      const found = await db.frames.find('radar', frame.product, null, frame.validAt);
      expect(found !== undefined).to.equal(visible);
      if (found) await expectWhole(frame.validAt);

      await workOn();
      await expectWhole(frame.validAt);
      const rows = (await db.frames.all('radar')).filter(
        ({ validAt }) => validAt.getTime() === frame.validAt.getTime(),
      );
      expect(rows).to.have.length(1);
      if (found) expect(rows[0], 'the frame never changed').to.deep.equal(found);
      expect(await db.frameJobs.due(10)).to.deep.equal([]);
    });
  });

  it(`at ${kills} random moments never shows half a frame, loses none and makes none twice`, async () => {
    const random = seeded(kills);
    const frames = Array.from({ length: 4 * kills }, (_, i) => radarFrame(randomFrom + 2 * i));
    for (const frame of frames) {
      const key = rawKey(frame, 'grib2.gz');
      await platform.objects.put(key, radarFile({ at: frame.validAt }));
      await db.frameJobs.insert({ ...frame, rawKey: key });
    }
    const seen = new Map<string, number>(); // by key: the row that named it first
    for (let i = 0; i < kills; i++) {
      const child = startChild({ TEST_LEASE_MS: '2000' });
      const ended = endOf(child);
      setTimeout(() => child.kill('SIGKILL'), 1000 + 1500 * random());
      await probeUntil(ended, seen);
    }
    for (let workers = 1; (await db.frameJobs.waiting('radar')).has('composite-reflectivity'); workers++) {
      expect(workers, 'workers after the last kill').to.be.at.most(frames.length);
      expect(await probeUntil(endOf(startChild({ TEST_LEASE_MS: '2000' })), seen)).to.equal(null);
      await sleep(2000); // a lease that a killed worker left, or a frame that waits for its next attempt
    }

    const rows = (await db.frames.all('radar')).filter(isOfRandom);
    expect(rows.map(({ validAt }) => validAt)).to.deep.equal(frames.map(({ validAt }) => validAt));
    await probe(seen);
    const ids = rows.map(({ id }) => id);
    expect([...seen.values()], 'every row that was ever seen is still there').to.have.members(ids);
  });

  /** Looks at what is visible twenty times a second while somebody works; every frame must be whole whenever seen. */
  async function probeUntil<T>(ended: Promise<T>, seen: Map<string, number>): Promise<T> {
    const over = new AbortController();
    const end = ended.finally(() => over.abort());
    do {
      await probe(seen);
      await sleep(50);
    } while (!over.signal.aborted);
    return end;
  }

  async function probe(seen: Map<string, number>): Promise<void> {
    for (const row of await db.frames.all('radar')) {
      if (!isOfRandom(row) || seen.has(row.valuesKey)) continue;
      await expectWhole(row.validAt);
      seen.set(row.valuesKey, row.id);
    }
  }

  async function expectWhole(validAt: Date): Promise<void> {
    const row = await db.frames.find('radar', 'composite-reflectivity', null, validAt);
    const [tiles, values] = [
      await platform.objects.get(row?.tilesKey as string),
      await platform.objects.get(row?.valuesKey as string),
    ];
    expect([tiles?.length, values?.length]).to.deep.equal([row?.tilesBytes, row?.valuesBytes]);
    expect(openTilePack(tiles as Buffer).tile(0, 0, 0)).to.not.equal(undefined);
    expect(openValues(values as Buffer).at(-98.5, 36.0).value).to.be.closeTo(45, 1e-9);
  }
});

function endOf(child: ChildProcess): Promise<NodeJS.Signals | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (_, signal) => resolve(signal));
  });
}
