import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createClock, loadSettings, silentLog } from '@severe/base';
import { rawKey } from '@severe/catalogue';
import { openDatabase } from '@severe/db';
import { openPlatform } from '@severe/platform';
import { radarFile } from '@severe/raster-worker/testing/raw-file';
import { withFolder } from '../support/service-process.ts';

const worker = import.meta.resolve('@severe/raster-worker/testing/killed-worker');
const setBack = fileURLToPath(new URL('set-back.mjs', import.meta.url));
const minuteMs = 60_000;
const mosaic = { family: 'radar', product: 'composite-reflectivity', runAt: null } as const;

/**
 * Leaves three frame jobs behind, one new, one leased by a worker that is gone, and one that waits for its next attempt;
 * then starts a worker, and with it the embedded database, whose clock is set back.
 *
 * @returns the numbers of jobs and of published frames
 */
export async function publishedAfterSetBack(setBackMs: number): Promise<{ jobs: number; published: number }> {
  return withFolder(async (folder) => {
    const env = { DATA_DIR: folder, RASTER_THREADS: '1', DATABASE_URL: '', REDIS_URL: '', S3_ENDPOINT: '' };
    const frames = [0, 2, 4].map((minute) => ({ ...mosaic, validAt: new Date(Date.UTC(2026, 4, 20, 22, minute)) }));
    await withDatabase(env, async (db, platform) => {
      const ids: number[] = [];
      for (const frame of frames) {
        const key = rawKey(frame, 'grib2.gz');
        await platform.objects.put(key, radarFile({ at: frame.validAt }));
        ids.push((await db.frameJobs.insert({ ...frame, rawKey: key }))!);
      }
      await db.frameJobs.claim(ids[1], minuteMs);
      await db.frameJobs.claim(ids[2], minuteMs);
      await db.frameJobs.postpone({ id: ids[2], attempts: 1 }, 5 * minuteMs, 'a failure', false);
    });
    const flags = ['--import', setBack, ...process.execArgv, fileURLToPath(worker)];
    const options = { env: { ...process.env, ...env, TEST_SET_BACK_MS: String(setBackMs) }, stdio: 'inherit' } as const;
    const [code] = (await once(spawn(process.execPath, flags, options), 'exit')) as [number | null];
    if (code !== 0) throw new Error(`the worker ended with ${code}`);
    const published = await withDatabase(env, (db) => db.frames.all('radar'));
    return { jobs: frames.length, published: published.length };
  });
}

type Stores = [Awaited<ReturnType<typeof openDatabase>>, Awaited<ReturnType<typeof openPlatform>>];

async function withDatabase<T>(env: Record<string, string>, work: (...stores: Stores) => Promise<T>): Promise<T> {
  const settings = loadSettings(env);
  const db = await openDatabase(settings, { log: silentLog, clock: createClock(), simulated: false });
  const platform = await openPlatform(settings, silentLog);
  try {
    return await work(db, platform);
  } finally {
    await platform.close();
    await db.close();
  }
}
