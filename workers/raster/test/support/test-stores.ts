import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings, silentLog, type Clock, type Settings, failpointsOf } from '@severe/base';
import { channels, rawKey, type FrameEvent, type FrameName } from '@severe/catalogue';
import type { Database } from '@severe/db';
import { openPlatform, type Platform } from '@severe/platform';
import { testDatabase } from '@severe/db/testing/database';
import { defaultLimits } from '../../src/limits.ts';
import { createInlineRenderer } from '../../src/renderer.ts';
import type { JobContext } from '../../src/run-job.ts';

/** The real stores, empty, with a clock that stands where it is put. */
export interface TestStores {
  settings: Settings;
  db: Database;
  platform: Platform;
  clock: Clock;
  /** Moves the clock on. */
  pass(ms: number): void;
  /** What was announced so far. */
  events: FrameEvent[];
  /** Stores a file and records its job. */
  receive(frame: FrameName, bytes: Uint8Array): Promise<number>;
  /** Every key of the object store, in order. */
  keys(): Promise<string[]>;
  context(more?: Partial<JobContext>): JobContext;
  close(): Promise<void>;
}

/** @param env leads to other stores than files and this process, as `requireService` gives it */
export async function openTestStores(env: Record<string, string> = {}): Promise<TestStores> {
  const dataDir = await mkdtemp(join(tmpdir(), 'severe-raster-'));
  const settings = loadSettings({ DATA_DIR: dataDir, RASTER_THREADS: '1', ...env });
  let time = new Date('2026-05-20T22:20:00Z').getTime();
  const clock: Clock = () => new Date(time);
  const db = await testDatabase({ clock });
  const platform = await openPlatform(settings, silentLog);
  const events: FrameEvent[] = [];
  await platform.pubsub.subscribe<FrameEvent>(channels.frames, (event) => events.push(event));
  return {
    settings,
    db,
    platform,
    clock,
    events,
    pass: (ms) => (time += ms),
    async receive(frame, bytes) {
      const key = rawKey(frame, 'grib2.gz');
      await platform.objects.put(key, bytes);
      const id = await db.frameJobs.insert({ ...frame, rawKey: key });
      if (id === undefined) throw new Error('there is a job for that frame');
      return id;
    },
    async keys() {
      const keys: string[] = [];
      for await (const { key } of platform.objects.list('')) keys.push(key);
      return keys;
    },
    context: (more = {}) => ({
      db,
      ...platform,
      clock,
      log: silentLog,
      simulated: false,
      limits: defaultLimits,
      failpoint: failpointsOf(''),
      render: (job) => createInlineRenderer(platform.objects).render(job),
      ...more,
    }),
    async close() {
      await platform.close();
      await db.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** A radar frame at a minute of the hour. */
export function radarFrame(minute = 18, product = 'composite-reflectivity'): FrameName {
  return { family: 'radar', product, runAt: null, validAt: new Date(Date.UTC(2026, 4, 20, 22, minute)) };
}
