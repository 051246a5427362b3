import type { TaskPool } from '@severe/async/task-pool';
import { runTask, type Limits } from './run-task.ts';
import type { NetcdfTask } from './thread.ts';

/** Memory of WebAssembly only grows, so a thread is closed after this number of tasks. */
const maxTasks = 200;

/**
 * A thread that is reused after each task that succeeds. After a file that it cannot read it is closed, since the file may
 * have corrupted its memory. A task that comes while it is busy runs in another thread.
 */
export class ReusableThread {
  readonly #open: () => Promise<TaskPool>;
  #idle: { thread: TaskPool; tasks: number } | undefined;

  constructor(open: () => Promise<TaskPool>) {
    this.#open = open;
  }

  /** @throws {DataError} as `runTask` */
  async run(task: NetcdfTask, limits?: Limits): Promise<unknown> {
    const idle = this.#idle;
    this.#idle = undefined;
    const { thread, tasks } = idle ?? { thread: await this.#open(), tasks: 0 };
    let isKept = false;
    try {
      const result = await runTask(thread, task, limits);
      isKept = !this.#idle && tasks + 1 < maxTasks;
      if (isKept) this.#idle = { thread, tasks: tasks + 1 };
      return result;
    } finally {
      if (!isKept) void thread.close();
    }
  }
}
