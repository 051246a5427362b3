import { messageOf, UpstreamError } from '@severe/base';
import { Piscina } from 'piscina';

/** The modules beside this one whose default function a thread runs. */
export type ThreadTask = 'draw-thread' | 'join-thread' | 'sweep-thread' | 'legend-thread' | 'values-thread';

export interface ThreadOptions {
  threads: number;
  /** Capacity of the queue; further tasks are refused with `Retry-After`. */
  maxWaiting?: number;
  /** Added to the timeout until a task of that kind is done: a module takes time to load. */
  startMs?: number;
}

/** A thread holds a few blocks of 256 × 256 cells and one image. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 };
const defaultWaiting = 256;
const defaultStartMs = 8000;

/** The thread pool for drawing and joining tiles; all kinds of tasks share it. */
export class Threads {
  /** Largest number of tasks at once: running and queued. */
  readonly capacity: number;
  readonly #pool: Piscina;
  /** Kinds of tasks whose module is loaded. */
  readonly #loaded = new Set<ThreadTask>();
  readonly #startMs: number;

  constructor({ threads, maxWaiting = defaultWaiting, startMs = defaultStartMs }: ThreadOptions) {
    this.#startMs = startMs;
    this.capacity = threads + maxWaiting;
    this.#pool = new Piscina({
      minThreads: 0,
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
   * Runs a task in a thread. A task that takes longer than `timeoutMs` is ended, with its thread.
   *
   * @param what name of the task in messages
   * @throws {UpstreamError} the queue is full, or the task took too long
   */
  async run<R>(task: ThreadTask, input: object, timeoutMs: number, what: string): Promise<R> {
    const signal = AbortSignal.timeout(this.#loaded.has(task) ? timeoutMs : timeoutMs + this.#startMs);
    try {
      const result = (await this.#pool.run(input, { filename: fileOf(task), signal })) as R;
      this.#loaded.add(task);
      return result;
    } catch (cause) {
      if (!signal.aborted && !isFull(cause)) throw cause;
      const problem = signal.aborted ? `took longer than ${timeoutMs} ms` : messageOf(cause);
      throw new UpstreamError('drawing', `${what} ${problem}`, { cause, retryAfterSeconds: 1 });
    }
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}

/** The module in source or build, as this one. `execArgv` is not set, so that threads inherit the loader. */
function fileOf(task: ThreadTask): string {
  return new URL(`./${task}${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url).href;
}

/** Piscina reports a full queue only in the message. */
function isFull(error: unknown): boolean {
  return /queue is at limit/i.test(messageOf(error));
}
