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
}

/** URL of a module beside another one, in source or build: `moduleBeside(import.meta.url, 'thread')`. */
export function moduleBeside(url: string, name: string): string {
  return new URL(`${name}${url.endsWith('.ts') ? '.ts' : '.js'}`, url).href;
}

/**
 * Threads that run tasks. They do not keep the process alive, and inherit the loader of modules. A task beyond its limits
 * ends its thread.
 */
export class TaskPool {
  readonly #pool: Piscina;

  constructor({ module, threads = 1, stay = false, idleMs = Infinity, onError, ...options }: TaskPoolOptions = {}) {
    this.#pool = new Piscina({
      ...(module === undefined ? {} : { filename: module }),
      minThreads: stay ? threads : 0,
      maxThreads: threads,
      idleTimeout: idleMs,
      ...options,
    });
    this.#pool.on('error', (error: Error) => onError?.(error));
  }

  /** Threads that run. */
  get size(): number {
    return this.#pool.threads.length;
  }

  /** @throws {TaskLimitError} the task exceeded its limits */
  run<R>(task: object, { limits, module, name }: TaskOptions = {}): Promise<R> {
    const place = { ...(module === undefined ? {} : { filename: module }), ...(name === undefined ? {} : { name }) };
    if (!limits) return this.#pool.run(task, place) as Promise<R>;
    return runLimited(limits, (cell, signal) => this.#pool.run({ ...task, cell }, { ...place, signal }) as Promise<R>);
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
