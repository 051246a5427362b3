import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { StartError, type Log, type Settings } from '@severe/base';
import { UnsentBytes } from '@severe/http';
import { openPort, urlAt, type Port } from '../ports.ts';
import type { Role } from '../roles.ts';
import { childEnv, rolesOf, type Ready } from './child.ts';
import { opsOf } from './ops.ts';

/** Wait before a process that has ended is started again; it doubles with each that was never ready. */
const restartMs = { first: 500, most: 30_000 };

/** Processes that serve one port. */
interface ProcessGroup {
  /** What the first one said when it was ready, with the address of the primary's probes and metrics. */
  ready: Ready;
  /** Replaces one process after another; each new one is ready before the old one stops. */
  restart(): Promise<void>;
  /** Stops all. @throws {Error} one of them did not end as it should */
  close(): Promise<void>;
}

interface Slot {
  number: number;
  worker: Worker;
  /** Undefined until it is ready. */
  ready: Ready | undefined;
  /** Processes in a row that ended before they were ready. */
  failures: number;
}

/**
 * Starts processes that serve one port, and a new one for each that ends. Connections are handed to them in turn.
 *
 * @throws {StartError} processes of one service need stores that they share; or the first start of one fails
 */
export async function startProcesses(
  count: number,
  { settings, roles, log }: { settings: Settings; roles: Role[]; log: Log },
): Promise<ProcessGroup> {
  requireShared(settings, roles);
  const unsent = new UnsentBytes({ maxBytes: settings.unsentMb * (1 << 20), trustProxy: settings.trustProxy, log });
  const ops = await openPort(settings.opsPort, settings.opsHost, 'OPS_PORT', { unsent, log });
  const port = settings.port || (await freePort(settings.host));
  const group = new Group(count, { PORT: String(port) }, log);
  try {
    await group.start();
  } catch (error) {
    group.kill();
    await ops.end();
    throw error;
  }
  return opened(group, ops, { settings, log });
}

async function opened(
  group: Group,
  ops: Port,
  { settings: { opsHost }, log }: { settings: Settings; log: Log },
): Promise<ProcessGroup> {
  await ops.open(opsOf(() => group.ready(), log));
  const ready = { ...group.ready()[0]!, opsUrl: urlAt(opsHost, ops.port) };
  return {
    ready,
    restart: () => group.restart(),
    async close() {
      const isGood = await group.stop();
      await ops.end();
      if (!isGood) throw new Error('a process did not end as it should');
    },
  };
}

function requireShared({ databaseUrl, redisUrl }: Settings, roles: Role[]): void {
  const missing = [...(databaseUrl ? [] : ['DATABASE_URL']), ...(redisUrl ? [] : ['REDIS_URL'])];
  if (missing.length > 0)
    throw new StartError(`--processes needs ${missing.join(' and ')}: the embedded stores belong to one process`);
  if (rolesOf({ number: 2, of: 2 }, roles).length === 0)
    throw new StartError('--processes shares requests: it needs the role api or tiles');
}

async function freePort(host: string): Promise<number> {
  const server = createServer();
  await once(server.listen(0, host), 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

class Group {
  readonly #slots: Slot[] = [];
  readonly #count: number;
  readonly #env: Record<string, string>;
  readonly #log: Log;
  #isStopping = false;
  #restarting: Promise<void> = Promise.resolve();

  /** @param env environment of every process */
  constructor(count: number, env: Record<string, string>, log: Log) {
    this.#count = count;
    this.#env = env;
    this.#log = log;
  }

  /** @throws {StartError} one ends before it is ready; it has said why */
  async start(): Promise<void> {
    for (let number = 1; number <= this.#count; number++) {
      this.#slots.push({ number, worker: this.#fork(number), ready: undefined, failures: 0 });
    }
    await Promise.all(
      this.#slots.map(async (slot) => {
        if (!(await this.#becomesReady(slot))) throw new StartError(`process ${slot.number} could not start`);
        this.#watch(slot);
      }),
    );
  }

  ready(): (Ready | undefined)[] {
    return this.#slots.map(({ ready }) => ready);
  }

  restart(): Promise<void> {
    return (this.#restarting = this.#restarting.then(async () => {
      for (const slot of this.#slots) {
        if (this.#isStopping) return;
        if (slot.ready) await this.#replace(slot); // else it is just being started
      }
    }));
  }

  async stop(): Promise<boolean> {
    this.#isStopping = true;
    const codes = await Promise.all(this.#workers().map(endedBySignal));
    return codes.every((code) => code === 0);
  }

  kill(): void {
    this.#isStopping = true;
    for (const worker of this.#workers()) worker.process.kill('SIGKILL');
  }

  /** Also those that are being replaced. */
  #workers(): Worker[] {
    return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
  }

  #fork(number: number): Worker {
    return cluster.fork({ ...this.#env, ...childEnv({ number, of: this.#count }) });
  }

  /** Waits until the process of a slot is ready, or has ended. */
  async #becomesReady(slot: Slot): Promise<boolean> {
    const { worker } = slot;
    const isReady = await new Promise<Ready | undefined>((resolve) => {
      worker.on('message', (message: Partial<Ready>) => {
        if (message.opsUrl !== undefined) resolve(message as Ready);
      });
      worker.once('exit', () => resolve(undefined));
    });
    if (isReady) slot.ready = isReady;
    return isReady !== undefined;
  }

  /** Starts a new process when the one of a slot ends without being asked. */
  #watch(slot: Slot): void {
    const { worker } = slot;
    worker.once('exit', (code, signal) => {
      if (this.#isStopping || slot.worker !== worker) return;
      this.#log.error({ process: slot.number, code, signal }, 'a process has ended, and is started again');
      slot.ready = undefined;
      void this.#startAgain(slot);
    });
  }

  async #startAgain(slot: Slot): Promise<void> {
    for (;;) {
      await pause(Math.min(restartMs.most, restartMs.first * 2 ** slot.failures));
      if (this.#isStopping) return;
      slot.worker = this.#fork(slot.number);
      if (await this.#becomesReady(slot)) break;
      slot.failures++;
    }
    slot.failures = 0;
    this.#watch(slot);
  }

  /** The old process serves until the new one is ready, and stays if that fails. */
  async #replace(slot: Slot): Promise<void> {
    const next: Slot = { ...slot, worker: this.#fork(slot.number), ready: undefined };
    if (!(await this.#becomesReady(next))) {
      this.#log.error({ process: slot.number }, 'the new process could not start; the old one stays');
      return;
    }
    const { worker } = slot;
    Object.assign(slot, next);
    this.#watch(slot);
    await endedBySignal(worker);
  }
}

/** Asks a process to stop. @returns its exit code */
async function endedBySignal(worker: Worker): Promise<number | null> {
  if (worker.isDead()) return worker.process.exitCode;
  const ended = once(worker, 'exit') as Promise<[number | null]>;
  worker.process.kill('SIGTERM');
  return (await ended)[0];
}
