import { Worker } from 'node:worker_threads';
import { messageOf } from '@severe/base';

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

const ENTRY = new URL(
  import.meta.url.endsWith('.ts') ? './engine-thread-from-source.mjs' : './engine-thread.js',
  import.meta.url,
);

/** One run of the thread: questions with their answers, and its end. */
export class EngineThread {
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
