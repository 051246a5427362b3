import { Worker } from 'node:worker_threads';
import { messageOf } from '@severe/base';

/** Start parameters of the engine's thread. */
export interface EngineData {
  /** Data directory of PGlite; created if it does not exist. */
  cluster: string;
  /** A gzipped tar with the content of a new data directory. */
  template?: string;
  /** The unix socket to listen on. */
  socket: string;
}

/** Requests to the engine's thread. */
export type EngineRequest = 'check' | 'dump' | 'close';

/** The response to a request. The id 0 reports that the socket is open. */
export interface EngineResponse {
  id: number;
  value?: unknown;
  error?: string;
}

const threadFile = new URL(
  import.meta.url.endsWith('.ts') ? './engine-thread-from-source.mjs' : './engine-thread.js',
  import.meta.url,
);

/** One run of the thread: requests with their answers, and its end. */
export class EngineThread {
  /** Resolves with the reason when the thread ends; never rejects. */
  readonly ended: Promise<string>;
  readonly #worker: Worker;
  readonly #waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  #lastId = 0;

  constructor(data: EngineData) {
    this.#worker = new Worker(threadFile, { workerData: data });
    this.#worker.on('message', ({ id, value, error }: EngineResponse) => {
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
    await this.#responseTo(0, withinMs);
  }

  /** @throws {Error} if the thread ends first, reports an error, or takes longer than `withinMs` */
  async request(request: EngineRequest, withinMs: number): Promise<unknown> {
    const id = ++this.#lastId;
    const response = this.#responseTo(id, withinMs);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows; this is a thread
    this.#worker.postMessage({ id, request });
    return response;
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
    await this.ended;
  }

  async #responseTo(id: number, withinMs: number): Promise<unknown> {
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject });
        timer = setTimeout(() => {
          // On a busy main thread, response and timeout can be due at the same time: the response takes precedence.
          setImmediate(() => reject(new Error(`no response within ${withinMs} ms`)));
        }, withinMs);
      });
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(id);
    }
  }
}
