import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { cpuSeconds, peakResidentBytes } from './cpu.ts';
import type { Due, Go, Slice } from './farm-slice.ts';

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Starts the providers. Resolves when their files are made. */
export async function startProvider(folder: string, slice: Slice) {
  mkdirSync(folder, { recursive: true });
  const fromSource = ['--conditions=@severe/source', '--import', 'tsx'];
  const args = [...fromSource, script('farm-provider.ts'), folder, JSON.stringify(slice)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const { files, due, port } = await said<{ files: number; due: Due[]; port: number }>(child);
  return {
    files,
    due,
    url: `http://127.0.0.1:${port}`,
    async go(go: Go) {
      child.send(go);
      await said(child);
    },
    stop: () => stop(child),
  };
}

/** Memory settings of the command, as in `packages/severe/bin/severe.js`. */
const memoryFlags = ['--no-allocation-site-pretenuring'];
const memory = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '4194304' };

/** Starts the service with its own stores; its clock starts on a message. */
export async function startFarm(slice: Slice, providers: string, dataDir: string) {
  const child = spawn(process.execPath, [...memoryFlags, script('farm-service.mjs'), String(slice.from)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      ...memory,
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      PROVIDERS: providers,
      NEXRAD_SITES: slice.sites.join(','),
    },
  });
  await said(child);
  const before = cpuSeconds(child.pid!);
  const published = new Map<string, number>();
  child.on('message', ({ frame, at }: { frame: string; at: number }) => void published.set(frame, at));
  return {
    /** Replay time of each publication. */
    published,
    go: (go: Go & { polls: number }) => child.send(go),
    /** CPU seconds since it was ready. */
    cpu: () => cpuSeconds(child.pid!) - before,
    peakBytes: () => peakResidentBytes(child.pid!),
    stop: () => stop(child),
  };
}

async function said<T>(child: ChildProcess): Promise<T> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${child.spawnargs[child.spawnargs.length - 2]} ended with ${code}`);
  });
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [T];
  return message;
}

/** The stores are deleted, so nothing has to be closed. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
