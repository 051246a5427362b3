import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort } from '@severe/testing/free-port';
import { host } from '@severe/testing/services/table';
import { postgresOn } from '../../scripts/services/postgres.ts';
import { cpuSeconds } from '../support/cpu.ts';

/** A PostgreSQL cluster of one run. */
export interface ThrowawayDatabase {
  port: number;
  url: string;
  /** CPU seconds of all its processes, including ended ones. */
  cpu(): number;
  /** Updates the statistics of the planner, and the maps of visible pages. */
  analyze(): Promise<void>;
  stop(): Promise<void>;
}

/** @param folder of the cluster; the caller removes it */
export async function startDatabase(folder: string): Promise<ThrowawayDatabase> {
  const port = await freePort();
  const postgres = postgresOn(port);
  if (!postgres.isInstalled()) throw new Error('PostgreSQL with PostGIS is not installed');
  mkdirSync(folder, { recursive: true });
  chmodSync(join(folder, '..'), 0o755); // if root starts it, the server runs as another user, who needs access
  await postgres.start(folder);
  const pid = postgres.pidOf(folder)!;
  const url = `postgres://severe@${host}:${port}/severe`;
  return {
    port,
    url,
    analyze: () => analyze(url),
    cpu: () => childrenOf(pid).reduce((sum, child) => sum + used(child), cpuSeconds(pid)),
    stop: () => postgres.stop(pid),
  };
}

async function analyze(connectionString: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query('vacuum analyze');
  await client.end();
}

/** The CPU time of an ended process counts with its parent's. */
function used(pid: number): number {
  try {
    return cpuSeconds(pid);
  } catch {
    return 0;
  }
}

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim();
  return text === '' ? [] : text.split(' ').map(Number);
}
