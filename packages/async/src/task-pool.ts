import { Piscina } from 'piscina';
import { runLimited, type TaskLimits } from './task-limits.ts';

/** In a thread: what its pool was opened with. */
export { workerData } from 'piscina';

type PiscinaOptions = NonNullable<ConstructorParameters<typeof Piscina>[0]>;

interface TaskPoolOptions extends Pick<PiscinaOptions, 'resourceLimits' | 'workerData' | 'atomics'> {
  /** The module whose default function runs the tasks, unless a task names another one. @see moduleBeside */
  module?: string;
  /** Largest number of threads; default 1. */
  threads?: number;
  /** Whether all threads start at once and stay. Default: they start when they are needed. */
  stay?: boolean;
  /** Time after which an idle thread ends, unless it stays. Default: never. */
  idleMs?: number;
  /** Called when a thread ends without a task. The next task gets another one. */
  onError?: (error: Error) => void;
}

interface TaskOptions {
  /** Default: none. With limits, the thread gets the cell of the task's clock with the task, and must start that. */
  limits?: TaskLimits;
  /** In place of that of the pool. */
  module?: string;
  /** The exported function. */
  name?: string;
  /** Memory of the task that is given to the thread, and not copied. */
  memory?: ArrayBuffer[];
}

/** URL of a module beside another one, in source or build: `moduleBeside(import.meta.url, 'thread')`. */
export function moduleBeside(url: string, name: string): string {
  return new URL(`${name}${url.endsWith('.ts') ? '.ts' : '.js'}`, url).href;
}

/** Runs the tasks where this package runs from source; undefined in the build. */
const fromSource = import.meta.url.endsWith('.ts')
  ? new URL('./task-from-source.mjs', import.meta.url).href
  : undefined;

/**
 * Threads that run tasks. They do not keep the process alive, and inherit the loader of modules. A task beyond its limits
 * ends its thread.
 */
export class TaskPool {
  readonly #pool: Piscina;
  readonly #module: string | undefined;
  /** Of each task that has not ended: what to do when it will get no thread. */
  readonly #fail = new Set<(error: Error) => void>();

  constructor({ module, threads = 1, stay = false, idleMs = Infinity, onError, ...options }: TaskPoolOptions = {}) {
    this.#module = module;
    const filename = fromSource ?? module;
    this.#pool = new Piscina({
      ...(filename === undefined ? {} : { filename }),
      minThreads: stay ? threads : 0,
      maxThreads: threads,
      idleTimeout: idleMs,
      ...options,
    });
    this.#pool.on('error', (error: Error) => {
      onError?.(error);
      // A thread that cannot start leaves its tasks in the queue, and no other one is started for them.
      if (this.size === 0) for (const fail of this.#fail) fail(error);
    });
  }

  /** Threads that run. */
  get size(): number {
    return this.#pool.threads.length;
  }

  /**
   * @throws {TaskLimitError} the task exceeded its limits
   * @throws why no thread could start, or what the task threw
   */
  run<R>(task: object, { limits, module = this.#module, name = 'default', memory = [] }: TaskOptions = {}): Promise<R> {
    const own = module === undefined ? { name } : { filename: module, name };
    const place = fromSource === undefined ? own : { filename: fromSource, name: 'default' };
    const start = (given: object, signal?: AbortSignal): Promise<R> =>
      this.#start(
        fromSource === undefined ? given : { module, name, task: given },
        { ...place, transferList: memory },
        signal,
      );
    return limits ? runLimited(limits, (cell, signal) => start({ ...task, cell }, signal)) : start(task);
  }

  async #start<R>(
    task: object,
    place: { filename?: string; name: string; transferList: ArrayBuffer[] },
    signal?: AbortSignal,
  ): Promise<R> {
    const failing = new AbortController();
    const fail = (error: Error): void => failing.abort(error);
    this.#fail.add(fail);
    try {
      const ending = signal ? AbortSignal.any([signal, failing.signal]) : failing.signal;
      return (await this.#pool.run(task, { ...place, signal: ending })) as R;
    } catch (cause) {
      failing.signal.throwIfAborted();
      throw cause;
    } finally {
      this.#fail.delete(fail);
    }
  }

  /** Ends all threads, also those that work. */
  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}

/** In a thread: a result whose memory is given to the thread that waits for it, and not copied. */
export function withMemory<R extends object>(result: R, memory: readonly ArrayBuffer[]): R {
  return Piscina.move({ [Piscina.transferableSymbol]: memory, [Piscina.valueSymbol]: result } as never) as R;
}
