import { UpstreamError } from '@severe/base';

/** Limits concurrency; excess callers wait in a bounded queue. */
export interface Gate {
  /** @throws {UpstreamError} when the queue is full */
  run<T>(task: () => Promise<T>): Promise<T>;
}

/**
 * @param name    the guarded resource, for the message
 * @param places  number of tasks that run at once
 * @param waiting capacity of the queue
 */
export function createGate(name: string, places: number, waiting = Infinity): Gate {
  const queue: (() => void)[] = [];
  let free = places;

  const enter = (): Promise<void> | void => {
    if (free > 0) {
      free--;
      return;
    }
    if (queue.length >= waiting) {
      throw new UpstreamError(name, `${places} are under way and ${waiting} wait`, { retryAfterSeconds: 1 });
    }
    return new Promise((resolve) => queue.push(resolve));
  };
  const leave = (): void => {
    const next = queue.shift(); // the place passes to the next caller directly, so that none can enter in between
    if (next) next();
    else free++;
  };

  return {
    async run(task) {
      await enter();
      try {
        return await task();
      } finally {
        leave();
      }
    },
  };
}
