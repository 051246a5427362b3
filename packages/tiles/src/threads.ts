import { messageOf, UpstreamError } from '@severe/base';
import { Piscina } from 'piscina';

/** The files beside this one whose default function a thread runs. */
export type Work = 'thread' | 'sheet-thread' | 'sweep-thread' | 'legend-thread' | 'values-thread';

export interface ThreadOptions {
  threads: number;
  /** How many jobs may wait for a thread; whoever comes beyond that is asked to try again. */
  maxWaiting?: number;
  /** What is added to the time of a job while none of its kind is done: a program takes a while to start. */
  startMs?: number;
}

/** A thread holds a few blocks of 256 × 256 cells and one picture. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 };
const defaultWaiting = 256;
const defaultStartMs = 8000;

/** The threads in which tiles are drawn and put into other forms; all kinds of work share them. */
export class Threads {
  /** How many jobs are taken at once: those that run, and those that wait. */
  readonly most: number;
  readonly #pool: Piscina;
  /** The kinds of work whose program has been started, and so needs no more time for that. */
  readonly #started = new Set<Work>();
  readonly #startMs: number;

  constructor({ threads, maxWaiting = defaultWaiting, startMs = defaultStartMs }: ThreadOptions) {
    this.#startMs = startMs;
    this.most = threads + maxWaiting;
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
   * Does a job in a thread. One that takes longer than `timeoutMs` is ended, with its thread.
   *
   * @param what names the job in messages
   * @throws {UpstreamError} too many wait, or it took too long
   */
  async run<R>(work: Work, job: object, timeoutMs: number, what: string): Promise<R> {
    const signal = AbortSignal.timeout(this.#started.has(work) ? timeoutMs : timeoutMs + this.#startMs);
    try {
      const result = (await this.#pool.run(job, { filename: fileOf(work), signal })) as R;
      this.#started.add(work);
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

/** Beside this file, whichever of source and build it is; execArgv is left alone so that threads inherit the loader. */
function fileOf(work: Work): string {
  return new URL(`./${work}${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url).href;
}

/** Piscina tells a full queue by its message alone. */
function isFull(error: unknown): boolean {
  return /queue is at limit/i.test(messageOf(error));
}
