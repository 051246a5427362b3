import { Worker } from 'node:worker_threads';
import { createTaskClock, type TaskClock } from '@severe/async/task-clock';
import { watchTask, type TaskLimits } from '@severe/async/task-limits';
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

/** What the thread gets at its start. */
export interface EngineThreadData extends EngineData {
  /** Of the thread's clock. */
  cell: SharedArrayBuffer;
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
  readonly #clock = createTaskClock();
  #lastId = 0;

  constructor(data: EngineData) {
    const workerData: EngineThreadData = { ...data, cell: this.#clock.cell };
    this.#worker = new Worker(threadFile, { workerData });
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
  async ready(limits: TaskLimits): Promise<void> {
    await this.#responseTo(0, limits);
  }

  /** @throws {Error} if the thread ends first, reports an error, or works on it beyond the limits */
  async request(request: EngineRequest, limits: TaskLimits): Promise<unknown> {
    const id = ++this.#lastId;
    const response = this.#responseTo(id, limits);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows; this is a thread
    this.#worker.postMessage({ id, request });
    return response;
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
    await this.ended;
  }

  async #responseTo(id: number, limits: TaskLimits): Promise<unknown> {
    let stopWatch: (() => void) | undefined;
    try {
      return await new Promise((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject });
        stopWatch = watchTask(this.#clockFromNow(), limits, ({ reason }) => {
          // On a busy main thread, the response can have arrived meanwhile: it takes precedence.
          setImmediate(() => reject(new Error(`no response: the engine ${reason}`)));
        });
      });
    } finally {
      stopWatch?.();
      this.#waiting.delete(id);
    }
  }

  /**
   * Processor time of the thread from now on. It is not longer than the time that passes: where the system does not tell
   * the time of a thread, that of all threads is counted.
   */
  #clockFromNow(): Pick<TaskClock, 'usedMs'> {
    const [usedMs = 0, from] = [this.#clock.usedMs(), performance.now()];
    return {
      usedMs: () => {
        const nowMs = this.#clock.usedMs();
        return nowMs === undefined ? undefined : Math.min(nowMs - usedMs, performance.now() - from);
      },
    };
  }
}
