import pLimit from 'p-limit';

/** Limits concurrency; excess callers wait in a queue, first in, first out. */
export interface Gate {
  /**
   * @param caller a task is not started after this aborts
   * @throws the reason of `caller`
   */
  run<T>(task: () => Promise<T>, caller?: AbortSignal): Promise<T>;
  /** Resolves when no task runs and the queue is empty. */
  idle(): Promise<void>;
}

/** @param places number of tasks that run at the same time */
export function createGate(places: number): Gate {
  const limit = pLimit(places);
  const tasks = new Set<Promise<unknown>>(); // running or waiting

  return {
    async run(task, caller) {
      const result = limit(() => {
        caller?.throwIfAborted();
        return task();
      });
      tasks.add(result);
      try {
        return await result;
      } finally {
        tasks.delete(result);
      }
    },

    async idle() {
      while (tasks.size > 0) await Promise.allSettled(tasks);
    },
  };
}
