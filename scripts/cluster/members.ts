import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownProcess } from '../services/processes.ts';

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const name = createHash('sha256').update(checkout).digest('hex').slice(0, 12);

/** Logs, state and the router's files, where the workers of nginx may enter: they run as another user if root starts them. */
export const folder = process.env['SEVERE_CLUSTER_DIR'] || join(tmpdir(), `severe-cluster-${name}`);

export const command = join(checkout, 'packages/severe/bin/severe.js');
export const logOf = (member: string): string => join(folder, `${member}.log`);

/** One process of the cluster. */
export interface Member {
  /** Role and number: `tiles-2`. */
  name: string;
  pid: number;
  /** Public port. */
  port: number;
  /** Port of its probes and metrics. */
  opsPort: number;
}

export interface Cluster {
  url: string;
  members: Member[];
}

const stateFile = join(folder, 'cluster.json');

export function readCluster(): Cluster | undefined {
  return existsSync(stateFile) ? (JSON.parse(readFileSync(stateFile, 'utf8')) as Cluster) : undefined;
}

export function writeCluster(cluster: Cluster): void {
  writeFileSync(stateFile, JSON.stringify(cluster, undefined, 2));
  for (const { name: member, pid } of cluster.members) writeFileSync(pidFileOf(member), String(pid));
}

const pidFileOf = (member: string): string => join(folder, `${member}.pid`);

/** The process of a member, if it still runs. */
export const pidOf = (member: string): number | undefined => ownProcess(pidFileOf(member), 'severe');

export const routerPid = (): number | undefined => ownProcess(join(folder, 'nginx.pid'), 'nginx');
