import { setTimeout as pause } from 'node:timers/promises';

/**
 * A task that finds what was due before the last call: callers share one run, and a call during a run repeats it after a pause.
 *
 * @param ending ends the repetition
 */
export function repeatable(task: () => Promise<void>, everyMs: number, ending: AbortSignal): () => Promise<void> {
  let running: Promise<void> | undefined;
  let again = false;
  async function repeat(): Promise<void> {
    try {
      do {
        again = false;
        await task();
        if (again) await pause(everyMs, undefined, { signal: ending }).catch(() => undefined);
      } while (again && !ending.aborted);
    } finally {
      running = undefined; // in the same turn as the last look at `again`: a call in between would be lost
    }
  }
  return () => {
    again = running !== undefined;
    return (running ??= repeat());
  };
}
