import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { messageOf, type Log } from '@severe/base';

/** What the engine's thread is told at its start. */
export interface EngineData {
  /** PGlite's data directory; made when it is not there. */
  cluster: string;
  /** A gzipped tar to fill a new data directory from. */
  template?: string;
  /** The unix socket to listen on. */
  socket: string;
}

/** What can be asked of the engine's thread. */
export type Question = 'check' | 'dump' | 'close';

/** Its answer to the question of that number; number 0 says that the socket is open. */
export interface Answer {
  id: number;
  value?: unknown;
  error?: string;
}

/** How often the engine is checked, and how long it may take to answer. A statement that takes longer is ended so. */
const CHECK_EVERY_MS = 5_000;
const CHECK_WITHIN_MS = 5_000;
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

  get running(): boolean {
    return this.#thread !== undefined;
  }

  /** The whole data directory as a gzipped tar. Nothing is answered meanwhile (about a second). */
  async dump(): Promise<Uint8Array> {
    if (!this.#thread) throw new Error('the database engine is not running');
    return (await this.#thread.ask('dump', DUMP_WITHIN_MS)) as Uint8Array;
  }

  /** From now on a thread that does not answer is ended. Making the database takes longer, and is not watched. */
  watch(everyMs = CHECK_EVERY_MS, withinMs = CHECK_WITHIN_MS): void {
    const next = () => {
      this.#watch = setTimeout(() => void this.#check(withinMs).then(next), everyMs).unref();
    };
    next();
  }

  /** Ends the thread at once, as a failure would; it starts again. */
  async kill(): Promise<void> {
    await this.#thread?.end();
  }

  async close(): Promise<void> {
    this.#closing = true;
    clearTimeout(this.#watch);
    const thread = this.#thread;
    if (!thread) return;
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
    void thread.ended.then((reason) => this.#restart(reason));
  }

  async #restart(reason: string): Promise<void> {
    this.#thread = undefined;
    for (let tries = 0; !this.#closing && !this.#thread; tries++) {
      this.#log.error({ reason, tries }, 'the embedded database stopped, it is started again');
      await sleep(RESTART_AFTER_MS[Math.min(tries, RESTART_AFTER_MS.length - 1)]);
      if (this.#closing) return;
      await this.#run({ ...this.#data, template: undefined }).catch((error: unknown) => (reason = messageOf(error)));
    }
  }
}

const ENTRY = new URL(
  import.meta.url.endsWith('.ts') ? './engine-thread-from-source.mjs' : './engine-thread.js',
  import.meta.url,
);

/** One run of the thread: questions with their answers, and its end. */
class EngineThread {
  /** Why it ended; never fails. */
  readonly ended: Promise<string>;
  readonly #worker: Worker;
  readonly #waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  #asked = 0;

  constructor(data: EngineData) {
    this.#worker = new Worker(ENTRY, { workerData: data });
    this.#worker.on('message', ({ id, value, error }: Answer) => {
      const waiting = this.#waiting.get(id);
      if (error === undefined) waiting?.resolve(value);
      else waiting?.reject(new Error(error));
    });
    this.ended = new Promise((resolve) => {
      let reason: string | undefined;
      this.#worker.once('error', (error) => (reason = messageOf(error)));
      this.#worker.once('exit', (code) => resolve(reason ?? `its thread ended with ${code}`));
    });
    void this.ended.then((reason) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(reason));
    });
  }

  /** Waits until the socket is open. */
  async ready(withinMs: number): Promise<void> {
    await this.#answerTo(0, withinMs);
  }

  /** @throws {Error} when the thread ends first, says that it failed, or takes longer than `withinMs` */
  async ask(question: Question, withinMs: number): Promise<unknown> {
    const id = ++this.#asked;
    const answer = this.#answerTo(id, withinMs);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows; this is a thread
    this.#worker.postMessage({ id, question });
    return answer;
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
    await this.ended;
  }

  async #answerTo(id: number, withinMs: number): Promise<unknown> {
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject });
        timer = setTimeout(() => {
          // A busy main thread hears of the answer and of the time at once: the answer has the first word.
          setImmediate(() => reject(new Error(`no answer within ${withinMs} ms`)));
        }, withinMs);
      });
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(id);
    }
  }
}
