import { Worker } from 'node:worker_threads';

const threadFile = new URL('./task-thread.mjs', import.meta.url);

/** The threads of a test file. */
export function taskThreads() {
  const workers: Worker[] = [];
  return {
    /** Runs the steps in a thread: `start` starts the clock, a number uses so many milliseconds of processor time. */
    run(cell: SharedArrayBuffer, steps: (number | 'start' | 'wait')[]): Worker {
      const worker = new Worker(threadFile, { workerData: { cell, steps } });
      workers.push(worker);
      return worker;
    },
    async end(): Promise<void> {
      for (const worker of workers.splice(0)) await worker.terminate();
    },
  };
}
