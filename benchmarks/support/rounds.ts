import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuSeconds } from './cpu.ts';
import type { Measured } from './servers.ts';
import { load, type Load, type LoadOptions } from './wrk.ts';

/** Result of one round of load on a server. */
export interface Round extends Load {
  cpuSeconds: number;
  perCpuSecond: number;
}

/** Applies load to a server and measures its CPU time. */
export async function round(server: Measured, options: Omit<LoadOptions, 'base'>): Promise<Round> {
  const used = () => (server.pids ?? [server.pid]).reduce((sum, pid) => sum + cpuSeconds(pid), 0);
  const before = used();
  const seen = await load({ base: server.base, ...options });
  const seconds = used() - before;
  if (seen.errors > 0) throw new Error(`${seen.errors} of ${seen.requests} requests to ${server.base} failed`);
  return { ...seen, cpuSeconds: seconds, perCpuSecond: seen.requests / seconds };
}

/** Processor time after which the code of a server is compiled. */
const warmSeconds = 3;
const mostWarmUps = 10;

/**
 * Applies load that does not count, until the server has used some processor time: on a busy machine a round of some seconds is
 * too short for it.
 */
export async function warmUp(server: Measured, options: Omit<LoadOptions, 'base'>): Promise<void> {
  let used = 0;
  for (let i = 0; i < mostWarmUps && used < warmSeconds; i++) used += (await round(server, options)).cpuSeconds;
}

export function has(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
}

/** Runs a function with a temporary folder. */
export async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'severe-bench-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
