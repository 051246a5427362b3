import { runLimited, TaskLimitError } from '@severe/async/task-limits';
import { UpstreamError } from '@severe/base';
import { Piscina } from 'piscina';
import { currentClient } from './current-request.ts';
import { FairQueue } from './fair-queue.ts';

/** The modules beside this one whose default function a thread runs. */
export type ThreadTask = 'draw-thread' | 'join-thread' | 'sweep-thread' | 'legend-thread' | 'values-thread';

export interface ThreadOptions {
  threads: number;
  /** Waiting tasks of one client; further ones are refused with `Retry-After`. */
  maxWaiting?: number;
  /** Folder of the modules; default this one. */
  folder?: URL;
}

/** A thread holds a few blocks of 256 × 256 cells and one image. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 };
const defaultWaiting = 256;
/** Clients that can fill their part of the queue at the same time. */
const fullClients = 8;

/** The thread pool for drawing and joining tiles. All kinds of tasks share it, and clients take turns. */
export class Threads {
  /** Largest number of tasks at once: running and queued. */
  readonly capacity: number;
  readonly #pool: Piscina;
  readonly #threads: number;
  /** Tasks that wait for a turn. Piscina has only those that run: its queue would serve one client after another. */
  readonly #waiting = new FairQueue<() => void>();
  #running = 0;
  #closed = false;
  readonly #maxWaiting: number;
  readonly #folder: URL;

  constructor({ threads, maxWaiting = defaultWaiting, folder = new URL('.', import.meta.url) }: ThreadOptions) {
    this.#folder = folder;
    this.#threads = threads;
    this.#maxWaiting = maxWaiting;
    this.capacity = threads + fullClients * maxWaiting;
    this.#pool = new Piscina({
      minThreads: 1, // so that waiting tasks get a new thread after one was ended
      maxThreads: threads,
      idleTimeout: 60_000,
      resourceLimits,
    });
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * Runs a task in a thread, however long it has to wait. A task that uses more than `processorMs` of processor time is
   * ended, with its thread.
   *
   * A task that is not wanted any more leaves the queue. One that has begun is finished: that takes a fraction of a second,
   * a new thread takes as long, and a client that comes again finds the result.
   *
   * @param what   name of the task in messages
   * @param wanted aborts when nobody waits for the task
   * @throws {UpstreamError} too many tasks of this client wait, or the task needs too much processor time; the reason of
   * `wanted`
   */
  async run<R>(task: ThreadTask, input: object, processorMs: number, what: string, wanted?: AbortSignal): Promise<R> {
    await this.#turn(wanted);
    const filename = this.#fileOf(task);
    try {
      return await runLimited<R>({ processorMs }, (cell, signal) =>
        this.#pool.run({ cell, input }, { filename, signal }),
      );
    } catch (cause) {
      if (!(cause instanceof TaskLimitError)) throw cause;
      throw new UpstreamError('drawing', `${what} ${cause.reason}`, { cause, retryAfterSeconds: 1 });
    } finally {
      this.#next();
    }
  }

  /** Waits for a turn of the current client. @throws {UpstreamError} if too many of its tasks wait */
  async #turn(wanted: AbortSignal | undefined): Promise<void> {
    wanted?.throwIfAborted();
    if (this.#running < this.#threads) return void this.#running++;
    const client = currentClient();
    if (this.#waiting.waitingOf(client) >= this.#maxWaiting) {
      const message = `${this.#maxWaiting} tasks of one client are waiting`;
      throw new UpstreamError('drawing', message, { retryAfterSeconds: 1 });
    }
    await new Promise<void>((start, reject) => {
      this.#waiting.push(client, start);
      const leave = (): void => {
        if (this.#waiting.remove(client, start)) reject(wanted!.reason as Error);
      };
      wanted?.addEventListener('abort', leave, { once: true });
    });
    if (this.#closed) throw new UpstreamError('drawing', 'the service is stopping', { retryAfterSeconds: 1 });
  }

  /** Passes a turn that has ended to the next task. */
  #next(): void {
    const start = this.#waiting.shift();
    if (start) start();
    else this.#running--;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (let start = this.#waiting.shift(); start; start = this.#waiting.shift()) start();
    await this.#pool.destroy();
  }

  /** The module in source or build, as this one. `execArgv` is not set, so that threads inherit the loader. */
  #fileOf(task: ThreadTask): string {
    return new URL(`${task}${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, this.#folder).href;
  }
}
