import { memoizeBytes } from '@severe/async';
import { jobs, rawKey, type FrameName } from '@severe/catalogue';
import { radarBucket } from '@severe/simulator/testing/server';
import { until } from '@severe/testing/until';
import { loadTime } from '../api/world.ts';
import { mosaicFrames } from '../support/expected-frames.ts';
import { inFolder } from '../support/rounds.ts';
import { openClusterStores, type ClusterStores } from './stores.ts';
import { cpuOf, startProcesses } from './tile-servers.ts';
import { stopAll } from '../support/servers.ts';
import { unlessShort } from '../support/short-form.ts';

const product = 'composite-reflectivity';
const seed = 1;
const hourMs = 3_600_000;
/** Frames before the ones that count, for each worker: programs are loaded and compiled. */
const warmFrames = unlessShort(6, 1);
const longestMs = 600_000;

/** A mosaic of the provider. */
export interface Mosaic {
  frame: FrameName;
  bytes: Uint8Array;
}

/** Mosaics of the simulated day, in the size of real ones. */
export function mosaics(count: number): Mosaic[] {
  const bucket = radarBucket(seed, 3 * hourMs, memoizeBytes(64 << 20));
  const made: Mosaic[] = [];
  for (const { key } of bucket.objects(loadTime.getTime(), '').toReversed()) {
    const [frame] = mosaicFrames(key);
    if (frame?.product !== product) continue;
    const contents = bucket.open(key);
    made.push({ frame: { family: 'radar', ...frame }, bytes: contents.slice(0, contents.size) });
    if (made.length === count) return made;
  }
  throw new Error(`the simulated day has ${made.length} mosaics, ${count} are needed`);
}

/** Mosaics that workers of a number need, with those that do not count. @param counted frames of each worker */
export const neededFor = (workers: number, counted: number): number => workers * (counted + warmFrames);

/** What workers did with mosaics that waited for them. */
export interface BacklogResult {
  cpuSecondsPerFrame: number;
  framesPerSecond: number;
}

/** Workers that do not know of each other, each with stores of its own: what the machine makes of so many. */
export async function workOffApart(all: readonly Mosaic[], workers: number, counted: number): Promise<BacklogResult> {
  const results = await Promise.all(
    Array.from({ length: workers }, (_, i) => workOff(all, 1, counted, `severe_bench_worker_${i}`)),
  );
  return {
    cpuSecondsPerFrame: results.reduce((sum, each) => sum + each.cpuSecondsPerFrame, 0) / workers,
    framesPerSecond: results.reduce((sum, each) => sum + each.framesPerSecond, 0),
  };
}

/** Lets workers make frames of mosaics that all wait. @param counted frames of each worker */
export function workOff(
  all: readonly Mosaic[],
  workers: number,
  counted: number,
  name = 'severe_bench_workers',
): Promise<BacklogResult> {
  return inFolder(async (folder) => {
    const stores = await openClusterStores(name);
    try {
      const settings = { RASTER_THREADS: '1', NOWCAST: 'false', FRAME_RETENTION_HOURS: '24' };
      const processes = await startProcesses(workers, 'raster', stores, folder, settings);
      try {
        const [warm, frames] = [workers * warmFrames, workers * counted];
        await makeAll(stores, all.slice(0, warm), warm);
        const [cpu, startedAt] = [cpuOf(processes), performance.now()];
        await makeAll(stores, all.slice(warm, warm + frames), warm + frames);
        const seconds = (performance.now() - startedAt) / 1000;
        return { cpuSecondsPerFrame: (cpuOf(processes) - cpu) / frames, framesPerSecond: frames / seconds };
      } finally {
        await stopAll(processes);
      }
    } finally {
      await stores.close();
    }
  });
}

/** Stores files with their jobs, and waits until there are so many frames. */
async function makeAll({ db, platform }: ClusterStores, files: readonly Mosaic[], frames: number): Promise<void> {
  for (const { frame, bytes } of files) {
    const key = rawKey(frame, 'grib2.gz');
    await platform.objects.put(key, bytes);
    const id = await db.frameJobs.insert({ ...frame, rawKey: key });
    await platform.queue.wake(jobs.renderFrame, { id: String(id) });
  }
  await until(async () => (await db.frames.all('radar')).length >= frames, { withinMs: longestMs, everyMs: 100 });
}
