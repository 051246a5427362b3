import { UpstreamError } from '@severe/base';

/** Lets so many in at once, and so many wait. */
export interface Gate {
  /** @throws {UpstreamError} at once when too many wait already: who comes later waits outside */
  run<T>(task: () => Promise<T>): Promise<T>;
}

/**
 * @param name    what is guarded, for the message
 * @param places  how many tasks run at once
 * @param waiting how many may wait for a place
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
    const next = queue.shift(); // the place is handed over, not freed: nobody can slip in between
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
