import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@severe/testing/free-port';
import { cpuSeconds, machineSeconds } from '../support/cpu.ts';
import { stopAll, type Measured } from '../support/servers.ts';
import { startService } from '../support/service.ts';
import { load, type LoadOptions } from '../support/wrk.ts';
import type { ClusterStores } from './stores.ts';

/** A process, with the address of its metrics. */
export type ClusterProcess = Measured & { opsUrl: string };

/** Processes of one role on the same stores. @param more further settings */
export async function startProcesses(
  count: number,
  role: 'tiles' | 'raster',
  { env }: ClusterStores,
  folder: string,
  more: Record<string, string> = {},
): Promise<ClusterProcess[]> {
  const started: ClusterProcess[] = [];
  try {
    for (let i = 0; i < count; i++) {
      const opsPort = await freePort();
      const settings = { ...env, ...more, OPS_PORT: String(opsPort) };
      const process = await startService(env['DATABASE_URL'], join(folder, `${role}-${i}`), role, { settings });
      started.push({ ...process, opsUrl: `http://127.0.0.1:${opsPort}` });
    }
    return started;
  } catch (error) {
    await stopAll(started);
    throw error;
  }
}

/** Processor time of processes so far, in seconds. */
export const cpuOf = (processes: readonly Measured[]): number =>
  processes.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0);

/** What several servers did under load, each with a client of its own. */
export interface ClusterLoad {
  perSecond: number;
  /** Processor time of a request, of servers and of clients, in milliseconds. */
  serverMs: number;
  clientMs: number;
  /** Of all else that ran: Redis, which counts requests, and other stores. */
  otherMs: number;
  /** Of the slowest server. */
  p50Ms: number;
  p99Ms: number;
}

/** Asks all servers at the same time. @param options `connections` is the number for each of them */
export async function loadAll(
  servers: readonly Measured[],
  { folder, ...options }: Omit<LoadOptions, 'base'>,
): Promise<ClusterLoad> {
  const usedBy = () => ({ all: machineSeconds(), servers: cpuOf(servers), clients: endedChildrenSeconds() });
  const before = usedBy();
  const seen = await Promise.all(
    servers.map(({ base }, i) => {
      const own = join(folder, `client-${i}`);
      mkdirSync(own, { recursive: true });
      return load({ ...options, base, folder: own });
    }),
  );
  const after = usedBy();
  const requests = seen.reduce((sum, each) => sum + each.requests, 0);
  const [servedBy, askedBy] = [after.servers - before.servers, after.clients - before.clients];
  const perRequest = (cpu: number): number => (1000 * cpu) / requests;
  const errors = seen.reduce((sum, each) => sum + each.errors, 0);
  if (errors > 0) throw new Error(`${errors} of ${requests} requests failed`);
  return {
    perSecond: seen.reduce((sum, each) => sum + each.requests / each.seconds, 0),
    serverMs: perRequest(servedBy),
    clientMs: perRequest(askedBy),
    otherMs: perRequest(Math.max(0, after.all - before.all - servedBy - askedBy)),
    p50Ms: Math.max(...seen.map(({ p50Ms }) => p50Ms)),
    p99Ms: Math.max(...seen.map(({ p99Ms }) => p99Ms)),
  };
}

/** Processor time of the children of this process that have ended: clients. */
function endedChildrenSeconds(): number {
  const { user, system } = process.cpuUsage();
  return cpuSeconds(process.pid) - (user + system) / 1e6;
}
