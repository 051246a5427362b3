import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TaskLimits } from '@severe/async/task-limits';
import { messageOf, type Log } from '@severe/base';
import { EngineThread, type EngineData } from './engine-thread-handle.ts';

/** Interval between checks of the engine, and what its thread may use until it responds. */
export interface Watch {
  everyMs: number;
  limits: TaskLimits;
}

const startLimits: TaskLimits = { processorMs: 120_000 };
const dumpLimits: TaskLimits = { processorMs: 60_000 };
const closeLimits: TaskLimits = { processorMs: 10_000, stalledChecks: 100 };
/** Pauses before successive restarts; the last one repeats. */
const restartAfterMs = [0, 500, 2_000, 10_000];

/**
 * The embedded engine in a thread of its own, restarted whenever it fails.
 *
 * The engine ignores cancel requests and time limits of statements. The watch ends the thread of one that takes too long.
 */
export class Engine {
  readonly #data: EngineData;
  readonly #log: Log;
  #thread: EngineThread | undefined;
  #restarting: Promise<void> | undefined;
  #closing = false;
  #watch: NodeJS.Timeout | undefined;

  /** Use `Engine.start`. */
  constructor(data: EngineData, log: Log) {
    this.#data = data;
    this.#log = log;
  }

  /** @throws {Error} if the thread ends before its socket is open */
  static async start(data: EngineData, log: Log): Promise<Engine> {
    const engine = new Engine(data, log);
    await engine.#run(data);
    return engine;
  }

  /** The whole data directory as a gzipped tar. The engine is blocked meanwhile, for about a second. */
  async dump(): Promise<Uint8Array> {
    if (!this.#thread) throw new Error('the database engine is not running');
    return (await this.#thread.request('dump', dumpLimits)) as Uint8Array;
  }

  /** Starts the watch: a thread that does not respond is ended. Creating a database takes longer and is not watched. */
  watch({ everyMs, limits }: Watch): void {
    const next = () => {
      if (this.#closing) return;
      this.#watch = setTimeout(() => void this.#check(limits).then(next), everyMs).unref();
    };
    next();
  }

  async close(): Promise<void> {
    this.#closing = true;
    clearTimeout(this.#watch);
    const thread = this.#thread;
    if (!thread) return this.#restarting; // it ends the thread that it starts
    await thread.request('close', closeLimits).catch((error: unknown) => {
      this.#log.warn({ reason: messageOf(error) }, 'the embedded database did not close cleanly');
    });
    await thread.end();
  }

  async #check(limits: TaskLimits): Promise<void> {
    const thread = this.#thread;
    if (!thread || this.#closing) return;
    const response = await thread.request('check', limits).catch(messageOf);
    if (response === true || this.#closing) return;
    this.#log.error({ response }, 'the embedded database does not respond; its thread is ended');
    await thread.end();
  }

  async #run(data: EngineData): Promise<void> {
    await rm(data.socket, { force: true }); // left by a killed process
    const thread = new EngineThread(data);
    try {
      await thread.ready(startLimits);
    } catch (error) {
      await thread.end();
      throw error;
    }
    if (this.#closing) return thread.end(); // closed during the start
    this.#thread = thread;
    void thread.ended.then((reason) => {
      this.#thread = undefined;
      this.#restarting = this.#restart(reason);
    });
  }

  async #restart(reason: string): Promise<void> {
    for (let tries = 0; !this.#closing && !this.#thread; tries++) {
      this.#log.error({ reason, tries }, 'the embedded database stopped and is restarted');
      await sleep(restartAfterMs[Math.min(tries, restartAfterMs.length - 1)]);
      if (this.#closing) return;
      await this.#run({ ...this.#data, template: undefined }).catch((error: unknown) => (reason = messageOf(error)));
    }
  }
}
