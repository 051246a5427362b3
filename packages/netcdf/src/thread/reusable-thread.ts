import type { Worker } from 'node:worker_threads';
import { runTask, type Limits } from './run-task.ts';
import type { NetcdfTask } from './thread.ts';

/** Memory of WebAssembly only grows, so a thread is terminated after this number of tasks. */
const maxTasks = 200;

interface Idle {
  worker: Worker;
  tasks: number;
  timer: NodeJS.Timeout;
  end: () => void;
}

/**
 * A thread that is reused after each task that succeeds. It does not keep the process alive. After a file that it cannot
 * read it is terminated, since the file may have corrupted its memory. A task that comes while it is busy runs in another
 * thread.
 */
export class ReusableThread {
  readonly #start: () => Worker;
  readonly #idleMs: number;
  #idle: Idle | undefined;

  /** @param idleMs time after which an idle thread is terminated */
  constructor(start: () => Worker, idleMs = 60_000) {
    this.#start = start;
    this.#idleMs = idleMs;
  }

  /** @throws {DataError} as `runTask` */
  async run(task: NetcdfTask, limits?: Limits): Promise<unknown> {
    const { worker, tasks } = this.#acquire();
    try {
      const result = await runTask(worker, task, limits);
      this.#release(worker, tasks + 1);
      return result;
    } catch (error) {
      void worker.terminate();
      throw error;
    }
  }

  #acquire(): Pick<Idle, 'worker' | 'tasks'> {
    const idle = this.#idle;
    if (!idle) return { worker: this.#start(), tasks: 0 };
    this.#idle = undefined;
    clearTimeout(idle.timer);
    idle.worker.off('error', idle.end).off('exit', idle.end).ref();
    return idle;
  }

  #release(worker: Worker, tasks: number): void {
    if (this.#idle || tasks >= maxTasks) return void worker.terminate();
    const end = (): void => {
      if (this.#idle?.worker === worker) this.#idle = undefined;
      void worker.terminate();
    };
    const timer = setTimeout(end, this.#idleMs).unref();
    worker.on('error', end).on('exit', end).unref();
    this.#idle = { worker, tasks, timer, end };
  }
}
