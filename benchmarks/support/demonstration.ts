import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@severe/testing/free-port';
import { cpuSeconds } from './cpu.ts';

/** Time since the start of a process, and what it has used. */
export interface Cost {
  seconds: number;
  cpuSeconds: number;
}

/** The built demonstration, as `npm start` runs it after the build. */
export interface Demonstration {
  pid: number;
  url: string;
  /** Until the page of the map was answered. */
  page: Cost;
  /** Until a tile of the radar with weather in it was answered. */
  frame: Cost;
  stop(): Promise<void>;
}

const command = fileURLToPath(new URL('../../packages/severe/bin/severe.js', import.meta.url));
/** A tile over the plains, where the simulated storms are. */
const tile = '/api/v1/radar/tiles/composite-reflectivity/4/3/6.png';
/** On a machine that is busy with other work, a start takes minutes. */
const longestMs = 1_800_000;
/** Fewer requests a minute than one address may send. */
const betweenMs = 250;

/**
 * Starts the demonstration without any settings but ports and folder.
 *
 * @param prefix start of the command line, to run it in something else
 * @throws {Error} if it ends, or has no frame within half an hour
 */
export async function startDemonstration(dataDir: string, prefix: string[] = []): Promise<Demonstration> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const from = performance.now();
  const [program, ...args] = [...prefix, command, 'start'];
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: `${port}`,
      OPS_PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
    },
  });
  const pid = child.pid!;
  const until = async (path: string, isGood: (response: Response) => boolean): Promise<Cost> => {
    for (;;) {
      if (child.exitCode !== null) throw new Error(`the demonstration ended with ${child.exitCode}`);
      const response = await fetch(url + path, { signal: AbortSignal.timeout(longestMs) }).catch(() => undefined);
      await response?.arrayBuffer();
      const seconds = (performance.now() - from) / 1000;
      if (response && isGood(response)) return { seconds, cpuSeconds: cpuSeconds(pid) };
      if (seconds * 1000 > longestMs) throw new Error(`${path} was not there within ${longestMs / 1000} s`);
      await pause(betweenMs);
    }
  };
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  };
  try {
    const page = await until('/', ({ ok }) => ok);
    const frame = await until(tile, (response) => response.headers.get('x-tile-status') === 'data');
    return { pid, url, page, frame, stop: () => stop() };
  } catch (error) {
    await stop('SIGKILL');
    throw error;
  }
}

/** Memory of a process and its descendants, bytes: resident, and their share of what processes hold in common. */
export function memoryOf(pid: number): { resident: number; proportional: number } {
  const own = readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1');
  const bytes = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(own)?.[1] ?? 0) * 1024;
  const sum = { resident: bytes('Rss'), proportional: bytes('Pss') };
  const children = readFileSync(join('/proc', `${pid}`, 'task', `${pid}`, 'children'), 'latin1');
  for (const child of children.trim().split(' ').filter(Boolean)) {
    const more = memoryOf(Number(child));
    sum.resident += more.resident;
    sum.proportional += more.proportional;
  }
  return sum;
}
