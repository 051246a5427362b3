import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClock, loadSettings, silentLog } from '@severe/base';
import { openDatabase } from '@severe/db';
import { storeStormDay } from '@severe/db/testing/storm-day';

/** A whole service in a separate process. */
export interface StormDay {
  url: string;
  /** Errors that it has logged so far. */
  log: () => string;
  close: () => Promise<void>;
}

const command = fileURLToPath(new URL('../../packages/severe/src/main.ts', import.meta.url));

/** Starts the simulated service on the storm day of the tests, with rows in every list, and waits for its first frames. */
export async function startStormDay(): Promise<StormDay> {
  const folder = await mkdtemp(join(tmpdir(), 'severe-storm-day-'));
  const env = {
    DATA_DIR: folder,
    PORT: '0',
    OPS_PORT: '0',
    SEVERE_CLOCK: '2026-05-20T22:18:05Z',
    RATE_LIMIT_ANONYMOUS: '1000000000',
    NEXRAD_SITES: 'KTLX',
    LOG_LEVEL: 'error',
  };
  const settings = loadSettings(env);
  const db = await openDatabase(settings, { log: silentLog, clock: createClock(settings.clock), simulated: true });
  await storeStormDay(db);
  await db.close();

  const flags = ['--conditions=@severe/source', '--import', 'tsx'];
  const child = spawn(process.execPath, [...flags, command, 'start', '--demo'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [output, log] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const close = async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };

  // End it with this process.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void close().then(() => process.exit(1)));

  for (;;) {
    const url = /^severe is at (\S+)/.exec(output)?.[1];
    if (url && (await hasFrames(url))) return { url, log: () => output + log, close };
    if (child.exitCode !== null) throw new Error(`the service ended: ${log}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function hasFrames(url: string): Promise<boolean> {
  const { frames = [] } = (await (await fetch(`${url}/api/v1/radar/frames`)).json()) as { frames?: string[] };
  return frames.length > 0;
}
