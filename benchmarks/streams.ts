import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '@severe/db';
import type { Benchmark, Measurement } from './benchmark.ts';
import { openClusterStores } from './cluster/stores.ts';
import { growthOf, type Cost } from './growth/exponent.ts';
import { linear } from './growth/work.ts';
import { cpuSeconds, residentBytes } from './support/cpu.ts';
import { inFolder } from './support/rounds.ts';
import type { Measured } from './support/servers.ts';
import { startService } from './support/service.ts';
import { isShort, unlessShort } from './support/short-form.ts';
import { figures, quantilesOf } from './support/statistics.ts';
import { commitEvents, delaysOf, openCrowd } from './support/stream-crowd.ts';

/** Streams of one process, and of two that share a port: a process has at most as many as it may open files. */
const sizesOf: Record<1 | 2, number[]> = {
  1: isShort ? [20, 60] : [1000, 4000, 16_000],
  2: isShort ? [20, 60] : [2000, 8000, 32_000],
};
const events = unlessShort(10, 2);

/** How the cost of an event grows with the clients that listen. */
export const streams: Benchmark = {
  name: 'streams',
  question: 'How does the cost of an event grow with the number of open streams, of one process and of two?',
  leavesOut: 'The network and TLS; all clients are on this machine, and share its processors.',
  run: ({ log }) =>
    inFolder(async (folder) => {
      const stores = await openClusterStores('severe_bench_streams');
      const { db, env } = stores;
      try {
        const measured: Measurement[] = [];
        let firstFrame = 0;
        for (const processes of [1, 2] as const) {
          const more = processes > 1 ? { processes } : {};
          const dataDir = join(folder, `data-${processes}`);
          const service = await startService(env['DATABASE_URL'], dataDir, 'api', { settings: env, ...more });
          try {
            const costs: Cost[] = [];
            for (const clients of sizesOf[processes]) {
              costs.push(await costOf(clients, firstFrame, { db, service, log }));
              firstFrame += events;
            }
            const what = `an event to all streams of ${processes === 1 ? 'one process' : 'two processes'}`;
            measured.push(growthOf(what, { of: 'streams', most: linear }, costs));
          } finally {
            await service.stop();
          }
        }
        return measured;
      } finally {
        await stores.close();
      }
    }),
};

async function costOf(
  clients: number,
  firstFrame: number,
  { db, service, log }: { db: Database; service: Measured; log: (line: string) => void },
): Promise<Cost> {
  const pids = [service.pid, ...childrenOf(service.pid)];
  const sumOf = (read: (pid: number) => number): number => pids.reduce((sum, pid) => sum + read(pid), 0);
  const crowd = await openCrowd(service.base, clients);
  try {
    const before = sumOf(cpuSeconds);
    const commits = await commitEvents(db, firstFrame, events);
    const delays = await delaysOf(crowd, commits);
    const cpuMs = (1000 * (sumOf(cpuSeconds) - before)) / events;
    const p99Ms = quantilesOf(delays)(0.99);
    log(
      `${clients} streams of ${pids.length > 1 ? `${pids.length - 1} processes` : 'one process'}: ${figures(cpuMs)} ms of CPU an event, ` +
        `p99 ${figures(p99Ms)} ms, ${figures(sumOf(residentBytes) / 1e6)} MB`,
    );
    return { size: clients, cpuMs, p99Ms };
  } finally {
    await crowd.end();
  }
}

/** Processes of one command that share its port. */
function childrenOf(pid: number): number[] {
  const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim();
  return listed === '' ? [] : listed.split(' ').map(Number);
}
