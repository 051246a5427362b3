import { FairTurns } from '@severe/async';
import { TaskLimitError } from '@severe/async/task-limits';
import { moduleBeside, TaskPool } from '@severe/async/task-pool';
import { UpstreamError } from '@severe/base';
import { serviceItself, type Caller } from './caller.ts';

/** The modules beside this one whose default function a thread runs. */
export type ThreadTask = 'draw-thread' | 'join-thread' | 'sweep-thread' | 'legend-thread' | 'values-thread';

interface ThreadOptions {
  threads: number;
  /** Waiting tasks of one client; further ones are refused with `Retry-After`. */
  maxWaiting?: number;
  /** Folder of the modules; default this one. */
  folder?: URL;
}

/** A thread holds a few blocks of 256 × 256 cells and one image. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 };
const defaultWaiting = 256;
/** Tasks that have, or read, their input while they wait for a thread: the others hold no memory. */
const preparedTasks = 16;
/** Clients that can fill their part of the queue at the same time. */
const fullClients = 8;

/** The thread pool for drawing and joining tiles. All kinds of tasks share it, and clients share its time. */
export class Threads {
  /** Largest number of tasks at once: running and queued. */
  readonly capacity: number;
  readonly #pool: TaskPool;
  /** The pool has only the tasks that run: its queue would serve one client after another. */
  readonly #turns: FairTurns;
  readonly #preparations: FairTurns;
  readonly #folder: URL;

  constructor({ threads, maxWaiting = defaultWaiting, folder = new URL('.', import.meta.url) }: ThreadOptions) {
    this.#folder = folder;
    this.#turns = new FairTurns({ name: 'drawing', places: threads, maxWaiting });
    this.#preparations = new FairTurns({
      name: 'drawing',
      places: preparedTasks,
      perClient: preparedTasks / 2,
      maxWaiting,
    });
    this.capacity = threads + fullClients * maxWaiting;
    // All threads stay: a task that starts one waits up to a second on a busy machine, and an idle one takes 17 MB.
    this.#pool = new TaskPool({ threads, stay: true, resourceLimits });
  }

  get waiting(): number {
    return this.#preparations.waiting + this.#turns.waiting;
  }

  /**
   * Runs a task in a thread, however long it has to wait. A task that uses more than `processorMs` of processor time is
   * ended, with its thread.
   *
   * A task that is not wanted any more leaves the queue. One that has begun is finished: that takes a fraction of a second,
   * a new thread takes as long, and a client that comes again finds the result.
   *
   * @param what   name of the task in messages
   * @param caller takes the turn; if its signal aborts, nobody waits for the task
   * @throws {UpstreamError} too many tasks of this client wait, or the task needs too much processor time; the reason
   * of its signal
   */
  async run<R>(
    task: ThreadTask,
    input: object,
    processorMs: number,
    what: string,
    { client, wanted }: Caller = serviceItself,
  ): Promise<R> {
    const module = this.#moduleOf(task);
    return this.#turns.run(client, wanted, async () => {
      try {
        return await this.#pool.run<R>({ input }, { limits: { processorMs }, module });
      } catch (cause) {
        if (!(cause instanceof TaskLimitError)) throw cause;
        throw new UpstreamError('drawing', `${what} ${cause.reason}`, { cause, retryAfterSeconds: 1 });
      }
    });
  }

  /**
   * Runs a task whose input is large: a bounded number of tasks read theirs at once, and clients share these places, too.
   *
   * @param read the input; not called before the turn of the client
   * @throws as `run`, and as `read`
   */
  runPrepared<R>(
    task: ThreadTask,
    read: () => Promise<object>,
    processorMs: number,
    what: string,
    caller: Caller,
  ): Promise<R> {
    return this.#preparations.run(caller.client, caller.wanted, async () =>
      this.run<R>(task, await read(), processorMs, what, caller),
    );
  }

  async close(): Promise<void> {
    this.#preparations.close();
    this.#turns.close();
    await this.#pool.close();
  }

  #moduleOf(task: ThreadTask): string {
    return moduleBeside(import.meta.url, `${this.#folder.href}${task}`);
  }
}
