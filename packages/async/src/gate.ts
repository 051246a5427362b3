import { UpstreamError } from '@severe/base';
import pLimit from 'p-limit';

/** Limits concurrency; excess callers wait in a bounded queue, first in, first out. */
export interface Gate {
  /**
   * @param caller a task is not started after this aborts
   * @throws {UpstreamError} if the queue is full; the reason of `caller`
   */
  run<T>(task: () => Promise<T>, caller?: AbortSignal): Promise<T>;
  /** Resolves when no task runs and the queue is empty. */
  idle(): Promise<void>;
}

/**
 * @param name       name of the limited resource, for the error message
 * @param places     number of tasks that run at the same time
 * @param maxWaiting capacity of the queue
 */
export function createGate(name: string, places: number, maxWaiting = Infinity): Gate {
  const limit = pLimit(places);
  const tasks = new Set<Promise<unknown>>(); // running or waiting

  return {
    async run(task, caller) {
      if (tasks.size >= places + maxWaiting) {
        const message = `${places} tasks are running and ${maxWaiting} are waiting`;
        throw new UpstreamError(name, message, { retryAfterSeconds: 1 });
      }
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
