/** A repeated task. */
export interface Timer {
  /** Prevents further runs; resolves when the current one has ended. */
  stop(): Promise<void>;
}

/**
 * Runs a task now, and again `everyMs` after each end. Errors are passed to `complain` and do not stop the repetition.
 */
export function startTimer(everyMs: number, task: () => Promise<void>, complain: (error: unknown) => void): Timer {
  let stopped = false;
  let next: NodeJS.Timeout | undefined;
  const run = async (): Promise<void> => {
    try {
      await task();
    } catch (error) {
      complain(error);
    }
    if (!stopped) next = setTimeout(() => void (underway = run()), everyMs);
  };
  let underway = run();
  return {
    stop() {
      stopped = true;
      clearTimeout(next);
      return underway;
    },
  };
}
