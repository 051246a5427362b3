import { Worker } from 'node:worker_threads';
import { createTaskClock } from '@severe/async/task-clock';
import { watchTask } from '@severe/async/task-limits';
import { DataError } from '@severe/base';
import type { NetcdfTask, Outcome } from './thread.ts';

export interface Limits {
  /** Processor time of the task, in milliseconds. */
  processorMs?: number;
  /** Octets by which the process may grow during the task. */
  memory?: number;
}

const checkIntervalMs = 50;
const entry = import.meta.url.endsWith('.ts') ? './thread-from-source.mjs' : './thread.js';
const thread = new URL(entry, import.meta.url);

/** Starts a thread that runs one task after the other. */
export function startThread(): Worker {
  return new Worker(thread);
}

/**
 * Runs a task in an idle thread. The caller terminates the thread.
 *
 * @throws {DataError} `netcdf-…` when the file cannot be read, or the task exceeds its limits; the thread must then be
 * terminated
 */
export function runTask(
  worker: Worker,
  task: NetcdfTask,
  { processorMs = 8000, memory = 800e6 }: Limits = {},
): Promise<unknown> {
  const before = process.memoryUsage.rss();
  const clock = createTaskClock();
  return new Promise((resolve, reject) => {
    const finish = (complete: () => void): void => {
      clearInterval(check);
      stopWatch();
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      complete();
    };
    const refuse = (code: string, problem: string): void =>
      finish(() => reject(new DataError(`netcdf-${code}`, problem)));
    const check = setInterval(() => {
      if (process.memoryUsage.rss() - before > memory) refuse('too-hungry', 'the HDF5 library uses too much memory');
    }, checkIntervalMs);
    const stopWatch = watchTask(clock, { processorMs }, ({ code, reason }) =>
      refuse(code, `the HDF5 library ${reason}`),
    );
    const onMessage = (outcome: Outcome): void => {
      if ('result' in outcome) finish(() => resolve(outcome.result));
      else refuse('damaged', outcome.problem);
    };
    const onError = (error: Error): void => refuse('damaged', `the HDF5 library failed: ${error.message}`);
    const onExit = (): void => refuse('damaged', 'the HDF5 library exited');
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage({ task, cell: clock.cell }, []);
  });
}
