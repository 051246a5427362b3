import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf, type Log } from '@severe/base';
import { EngineThread, type EngineData } from './engine-thread-handle.ts';

/** How often the engine is checked, and how long it may take to answer. */
export interface Watch {
  everyMs: number;
  withinMs: number;
}

const START_WITHIN_MS = 120_000;
const CLOSE_WITHIN_MS = 10_000;
const DUMP_WITHIN_MS = 60_000;
/** Pauses before the first, second … restart in a row; the last one repeats. */
const RESTART_AFTER_MS = [0, 500, 2_000, 10_000];

/**
 * The embedded engine in a thread of its own, started again whenever it fails.
 *
 * Nothing else ends a statement in it: it takes no cancel request and keeps no time limit, so the watch ends the thread.
 */
export class Engine {
  readonly #data: EngineData;
  readonly #log: Log;
  #thread: EngineThread | undefined;
  #restarting: Promise<void> | undefined;
  #closing = false;
  #watch: NodeJS.Timeout | undefined;

  private constructor(data: EngineData, log: Log) {
    this.#data = data;
    this.#log = log;
  }

  /** @throws {Error} when the thread ends before its socket is open */
  static async start(data: EngineData, log: Log): Promise<Engine> {
    const engine = new Engine(data, log);
    await engine.#run(data);
    return engine;
  }

  /** The whole data directory as a gzipped tar. Nothing is answered meanwhile (about a second). */
  async dump(): Promise<Uint8Array> {
    if (!this.#thread) throw new Error('the database engine is not running');
    return (await this.#thread.ask('dump', DUMP_WITHIN_MS)) as Uint8Array;
  }

  /** From now on a thread that does not answer is ended. Making the database takes longer, and is not watched. */
  watch({ everyMs, withinMs }: Watch): void {
    const next = () => {
      if (this.#closing) return;
      this.#watch = setTimeout(() => void this.#check(withinMs).then(next), everyMs).unref();
    };
    next();
  }

  async close(): Promise<void> {
    this.#closing = true;
    clearTimeout(this.#watch);
    const thread = this.#thread;
    if (!thread) return this.#restarting; // it ends the thread that it starts
    await thread.ask('close', CLOSE_WITHIN_MS).catch((error: unknown) => {
      this.#log.warn({ reason: messageOf(error) }, 'the embedded database did not close cleanly');
    });
    await thread.end();
  }

  async #check(withinMs: number): Promise<void> {
    const thread = this.#thread;
    if (!thread || this.#closing) return;
    const answer = await thread.ask('check', withinMs).catch(messageOf);
    if (answer === true || this.#closing) return;
    this.#log.error({ answer }, 'the embedded database does not answer, its thread is ended');
    await thread.end();
  }

  async #run(data: EngineData): Promise<void> {
    await rm(data.socket, { force: true }); // left by a process that was killed
    const thread = new EngineThread(data);
    try {
      await thread.ready(START_WITHIN_MS);
    } catch (error) {
      await thread.end();
      throw error;
    }
    if (this.#closing) return thread.end(); // closed while it started
    this.#thread = thread;
    void thread.ended.then((reason) => {
      this.#thread = undefined;
      this.#restarting = this.#restart(reason);
    });
  }

  async #restart(reason: string): Promise<void> {
    for (let tries = 0; !this.#closing && !this.#thread; tries++) {
      this.#log.error({ reason, tries }, 'the embedded database stopped, it is started again');
      await sleep(RESTART_AFTER_MS[Math.min(tries, RESTART_AFTER_MS.length - 1)]);
      if (this.#closing) return;
      await this.#run({ ...this.#data, template: undefined }).catch((error: unknown) => (reason = messageOf(error)));
    }
  }
}
