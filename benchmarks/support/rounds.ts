import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Measurement } from '../benchmark.ts';
import { cpuSeconds } from './cpu.ts';
import type { Measured } from './servers.ts';
import { median } from './statistics.ts';
import { load, type Load, type LoadOptions } from './wrk.ts';
import { unlessShort } from './short-form.ts';

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
const warmSeconds = unlessShort(3, 0.1);
const mostWarmUps = 10;

/**
 * Applies load that does not count, until the server has used some processor time: on a busy machine a round of some seconds is
 * too short for it.
 */
export async function warmUp(server: Measured, options: Omit<LoadOptions, 'base'>): Promise<void> {
  let used = 0;
  for (let i = 0; i < mostWarmUps && used < warmSeconds; i++) used += (await round(server, options)).cpuSeconds;
}

/** A server that is measured beside others, and what it is asked. */
export interface Contender {
  server: Measured;
  options: Omit<LoadOptions, 'base'>;
}

/** Alternating rounds, so that other load affects all, after a warm-up of each, which also fills the caches. */
export async function alternate<Name>(
  contenders: ReadonlyMap<Name, Contender>,
  rounds: number,
): Promise<Map<Name, Round[]>> {
  const results = new Map([...contenders.keys()].map((name): [Name, Round[]] => [name, []]));
  for (const { server, options } of contenders.values()) await warmUp(server, options);
  for (let i = 0; i < rounds; i++) {
    for (const [name, { server, options }] of contenders) results.get(name)!.push(await round(server, options));
  }
  return results;
}

export const perCpuSecond = (seen: readonly Round[]): number[] => seen.map((one) => one.perCpuSecond);

/** The rate of a server beside that of another: medians of the rounds. Without the other, nothing is compared. */
export function besidePeer<Name extends string>(
  what: string,
  all: ReadonlyMap<Name, Round[]>,
  [name, peer]: [Name, Name],
  target?: Measurement['target'],
): Measurement {
  const theirs = all.get(peer);
  return {
    what,
    value: median(perCpuSecond(all.get(name)!)),
    unit: '1/s',
    better: 'higher',
    peer: theirs && { name: peer, value: median(perCpuSecond(theirs)) },
    target,
  };
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
