import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createClock, loadSettings, silentLog } from '@severe/base';
import { openDatabase } from '@severe/db';
import { storeStormDay } from '@severe/db/testing/storm-day';
import { startProcess } from '../support/service-process.ts';

/** A whole service in a separate process. */
export interface StormDay {
  url: string;
  /** Errors that it has logged so far. */
  log: () => string;
  close: () => Promise<void>;
}

/**
 * Starts the simulated service on the storm day of the tests, with rows in every list, and waits for its first frames.
 *
 * @param more further settings
 * @param feeds those that run; default: all. Most of the work are images of satellites and models
 */
export async function startStormDay(more: Record<string, string> = {}, feeds?: string[]): Promise<StormDay> {
  const folder = await mkdtemp(join(tmpdir(), 'severe-storm-day-'));
  const env = {
    DATA_DIR: folder,
    SEVERE_CLOCK: '2026-05-20T22:18:05Z',
    NEXRAD_SITES: 'KTLX',
    LOG_LEVEL: 'error',
    ...more,
  };
  const settings = loadSettings(env);
  const db = await openDatabase(settings, { log: silentLog, clock: createClock(settings.clock), simulated: true });
  await storeStormDay(db);
  await db.close();

  const service = await startProcess({
    args: ['--demo', ...(feeds ? ['--feeds', feeds.join()] : [])],
    dataDir: folder,
    env,
  });
  const close = async () => {
    await service.end('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  };

  // End it with this process.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void close().then(() => process.exit(1)));

  while (!(await hasFrames(service.url))) await pause(500);
  return { url: service.url, log: service.log, close };
}

async function hasFrames(url: string): Promise<boolean> {
  const { frames = [] } = (await (await fetch(`${url}/api/v1/radar/frames`)).json()) as { frames?: string[] };
  return frames.length > 0;
}
