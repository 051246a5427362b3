import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createClock, loadSettings, silentLog } from '@severe/base';
import { rawKey } from '@severe/catalogue';
import { openDatabase, type Database } from '@severe/db';
import { openPlatform, type Platform } from '@severe/platform';
import { openTilePack } from '@severe/raster';
import { radarFile } from '@severe/raster-worker/testing/raw-file';
import { seeded } from '@severe/testing/seeded';
import { freePort } from '@severe/testing/free-port';
import { postgresOn } from '../services/postgres.ts';
import { until } from '../services/processes.ts';
import { withFolder } from '../support/service-process.ts';
import type { FaultSuite } from './suite.ts';
import { startPostgres } from './victims.ts';

const kills = 20;
const framesPerKill = 3;
/** Time for the last worker to make what is left. */
const longestMs = 300_000;
const workerFile = fileURLToPath(import.meta.resolve('@severe/raster-worker/testing/killed-worker'));
const mosaic = { family: 'radar', product: 'composite-reflectivity', runAt: null } as const;

/** Guarantee G1 while stores fail. */
export const rasterStores: FaultSuite = {
  about: `${kills} kills of a raster worker while PostgreSQL is killed or the object store is away`,
  run: (report) =>
    withFolder(async (folder) => {
      const promise = 'frames are visible whole or not at all, none lost, none twice, none given up';
      if (!postgresOn(0).isInstalled())
        return report({ promise, measured: 'PostgreSQL with PostGIS is not installed', state: 'skipped' });
      const postgres = await startPostgres(join(folder, 'postgres'), await freePort());
      const env = { DATA_DIR: join(folder, 'data'), DATABASE_URL: postgres.url, RASTER_THREADS: '1' };
      const settings = loadSettings(env);
      const db = await openDatabase(settings, { log: silentLog, clock: createClock(), simulated: false });
      const platform = await openPlatform(settings, silentLog);
      try {
        const times = await addJobs(db, platform);
        const faults = [() => postgres.restart(), () => withoutObjects(join(env.DATA_DIR, 'objects'))];
        const seen = await killWorkers(env, faults, { look: () => look(db, platform), count: async () => (await db.frames.all('radar')).length }); // prettier-ignore
        const workers = await finish(env, db);
        const last = await look(db, platform);
        const { refused, dead } = await db.frameJobs.troubles('radar', new Date(0));
        const gone = [...seen.visible].filter((key) => !last.visible.has(key));
        const broken = [...seen.broken, ...last.broken];
        const isKept = broken.length + gone.length + refused + dead === 0 && last.rows === times && last.visible.size === times; // prettier-ignore
        report({
          promise,
          measured: `${last.visible.size} of ${times} frames in ${last.rows} rows after ${kills} kills and ${workers} further workers; ${broken.length} broken, ${gone.length} gone, ${refused + dead} given up`,
          state: isKept ? 'kept' : 'broken',
        });
        report({
          promise: 'frames are seen while workers die',
          measured: `${seen.visible.size} frames in ${seen.looks} looks`,
          state: seen.visible.size > 0 ? 'kept' : 'broken',
        });
      } finally {
        await platform.close();
        await db.close();
        await postgres.stop();
      }
    }),
};

/** @returns the number of frames to make */
async function addJobs(db: Database, platform: Platform): Promise<number> {
  const count = kills * framesPerKill;
  for (let i = 0; i < count; i++) {
    const frame = { ...mosaic, validAt: new Date(Date.UTC(2026, 4, 20, 20, 2 * i)) };
    const key = rawKey(frame, 'grib2.gz');
    await platform.objects.put(key, radarFile({ at: frame.validAt }));
    await db.frameJobs.insert({ ...frame, rawKey: key });
  }
  return count;
}

/** What a reader sees: the frames by key of their tiles. */
interface Look {
  rows: number;
  visible: Set<string>;
  broken: string[];
}

/** Reads every frame. While a store is away, nothing can be said. */
async function look(db: Database, { objects }: Platform): Promise<Look> {
  const seen: Look = { rows: 0, visible: new Set(), broken: [] };
  for (const { tilesKey, tilesBytes, valuesKey, valuesBytes } of await db.frames.all('radar')) {
    seen.rows++;
    const [tiles, values] = await Promise.all([objects.get(tilesKey!), objects.get(valuesKey)]);
    if (tiles?.length !== tilesBytes || values?.length !== valuesBytes) seen.broken.push(valuesKey);
    else if (!openTilePack(tiles).tile(0, 0, 0)) seen.broken.push(tilesKey!);
    else seen.visible.add(valuesKey);
  }
  return seen;
}

/** Kills a worker again and again, each time while a store fails. */
async function killWorkers(
  env: Record<string, string>,
  faults: (() => Promise<void>)[],
  reader: { look: () => Promise<Look>; count: () => Promise<number> },
): Promise<Look & { looks: number }> {
  const random = seeded(kills);
  const all = { rows: 0, visible: new Set<string>(), broken: [] as string[], looks: 0 };
  for (let kill = 0; kill < kills; kill++) {
    const before = await reader.count();
    const worker = startWorker(env);
    const ended = once(worker, 'exit');
    const isWorking = async (): Promise<boolean> => worker.exitCode !== null || (await reader.count()) > before;
    await until(isWorking, 120_000);
    await pause(500 * random());
    const failing = faults[kill % faults.length]();
    await pause(500 * random());
    worker.kill('SIGKILL');
    await Promise.all([failing, ended]);
    const seen = await reader.look();
    all.looks++;
    for (const key of seen.visible) all.visible.add(key);
    all.broken.push(...seen.broken);
  }
  return all;
}

/** Takes the folder of the objects away for a while; a file in its place lets every access fail. */
async function withoutObjects(folder: string): Promise<void> {
  const away = `${folder}-away`;
  await rename(folder, away);
  await writeFile(folder, '');
  await pause(800);
  await rm(folder, { recursive: true });
  await rename(away, folder);
}

/** Lets workers make what is left. @returns how many it took */
async function finish(env: Record<string, string>, db: Database): Promise<number> {
  const end = performance.now() + longestMs;
  let workers = 0;
  do {
    workers++;
    await once(startWorker(env), 'exit');
  } while ((await db.frameJobs.waiting('radar')).has(mosaic.product) && performance.now() < end);
  return workers;
}

/** A worker that ends when nothing is due. Leases end soon: a new worker cannot wait a minute after each kill. */
function startWorker(env: Record<string, string>): ChildProcess {
  const options = { env: { ...process.env, ...env, TEST_LEASE_MS: '2000' }, stdio: 'ignore' } as const;
  return spawn(process.execPath, [...process.execArgv, workerFile], options);
}
