import { availableParallelism } from 'node:os';
import type { Settings } from '@severe/base';
import type { Role } from '../roles.ts';

/** What one of several processes of a service is. */
export interface Child {
  /** From 1. */
  number: number;
  /** Number of processes. */
  of: number;
}

/** The value of `--processes`: a number, or as many as the machine has processors. */
export type Processes = number | 'auto';

export const countOf = (processes: Processes): number => (processes === 'auto' ? availableParallelism() : processes);

/** What a child tells its primary once it is ready. */
export interface Ready {
  url: string;
  opsUrl: string;
  simulated: boolean;
}

/** Environment of a child. */
export const childEnv = ({ number, of }: Child): Record<string, string> => ({
  SEVERE_PROCESS: String(number),
  SEVERE_PROCESSES: String(of),
});

/** Which child of a primary this process is; undefined if it is none. */
export async function thisChild(): Promise<Child | undefined> {
  const { SEVERE_PROCESS, SEVERE_PROCESSES } = process.env;
  if (SEVERE_PROCESS === undefined) return undefined;
  const { default: cluster } = await import('node:cluster'); // loaded on demand
  return cluster.isWorker ? { number: Number(SEVERE_PROCESS), of: Number(SEVERE_PROCESSES) } : undefined;
}

/** Roles that grow with the number of requests: every process has them. */
const serving: readonly Role[] = ['api', 'tiles'];

/** The roles of a child: the first has all, the others those that serve requests. */
export function rolesOf({ number }: Child, roles: Role[]): Role[] {
  return number === 1 ? roles : roles.filter((role) => serving.includes(role));
}

/** The settings of a child: its probes and metrics are for its primary alone. */
export const childSettings = (settings: Settings): Settings =>
  Object.freeze({ ...settings, opsPort: 0, opsHost: '127.0.0.1' });

export function tellReady({ url, opsUrl, simulated }: Ready): void {
  process.send?.({ url, opsUrl, simulated });
}
