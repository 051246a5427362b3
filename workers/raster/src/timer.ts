/** A task that is repeated. */
export interface Timer {
  /** No further run begins; resolves when the one under way has ended. */
  stop(): Promise<void>;
}

/** Runs a task at once, and again `everyMs` after it ended; an error is handed to `complain`, and the next run comes. */
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
