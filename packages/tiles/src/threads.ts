import { createTaskClock, watchTask } from '@severe/async';
import { messageOf, UpstreamError } from '@severe/base';
import { Piscina } from 'piscina';

/** The modules beside this one whose default function a thread runs. */
export type ThreadTask = 'draw-thread' | 'join-thread' | 'sweep-thread' | 'legend-thread' | 'values-thread';

export interface ThreadOptions {
  threads: number;
  /** Capacity of the queue; further tasks are refused with `Retry-After`. */
  maxWaiting?: number;
  /** Folder of the modules; default this one. */
  folder?: URL;
}

/** A thread holds a few blocks of 256 × 256 cells and one image. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 };
const defaultWaiting = 256;

/** The thread pool for drawing and joining tiles; all kinds of tasks share it. */
export class Threads {
  /** Largest number of tasks at once: running and queued. */
  readonly capacity: number;
  readonly #pool: Piscina;
  readonly #folder: URL;

  constructor({ threads, maxWaiting = defaultWaiting, folder = new URL('.', import.meta.url) }: ThreadOptions) {
    this.#folder = folder;
    this.capacity = threads + maxWaiting;
    this.#pool = new Piscina({
      minThreads: 1, // so that waiting tasks get a new thread after one was ended
      maxThreads: threads,
      idleTimeout: 60_000,
      maxQueue: maxWaiting,
      resourceLimits,
    });
  }

  get waiting(): number {
    return this.#pool.queueSize;
  }

  /**
   * Runs a task in a thread, however long it has to wait. A task that uses more than `processorMs` of processor time is
   * ended, with its thread.
   *
   * @param what name of the task in messages
   * @throws {UpstreamError} the queue is full, or the task needs too much processor time
   */
  async run<R>(task: ThreadTask, input: object, processorMs: number, what: string): Promise<R> {
    const ending = new AbortController();
    const clock = createTaskClock();
    const stopWatch = watchTask(clock, { processorMs }, (reason) => ending.abort(reason));
    const { signal } = ending;
    try {
      return (await this.#pool.run({ cell: clock.cell, input }, { filename: this.#fileOf(task), signal })) as R;
    } catch (cause) {
      if (!signal.aborted && !isFull(cause)) throw cause;
      const problem = signal.aborted ? (signal.reason as string) : messageOf(cause);
      throw new UpstreamError('drawing', `${what} ${problem}`, { cause, retryAfterSeconds: 1 });
    } finally {
      stopWatch();
    }
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }

  /** The module in source or build, as this one. `execArgv` is not set, so that threads inherit the loader. */
  #fileOf(task: ThreadTask): string {
    return new URL(`${task}${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, this.#folder).href;
  }
}

/** Piscina reports a full queue only in the message. */
function isFull(error: unknown): boolean {
  return /queue is at limit/i.test(messageOf(error));
}
