import { TaskLimitError } from '@severe/async/task-limits';
import type { TaskPool } from '@severe/async/task-pool';
import { DataError, messageOf } from '@severe/base';
import type { NetcdfTask, Outcome } from './thread.ts';

export interface Limits {
  /** Processor time of the task, in milliseconds. */
  processorMs?: number;
  /** Octets by which the process may grow during the task. */
  memory?: number;
}

/** A thread that runs one task after the other. @param idleMs time after which it ends without a task */
export async function openThread(idleMs = Infinity): Promise<TaskPool> {
  const { moduleBeside, TaskPool } = await import('@severe/async/task-pool'); // few who load this package read a file
  return new TaskPool({ module: moduleBeside(import.meta.url, 'thread'), idleMs });
}

/**
 * Runs a task in a thread without another one. The caller closes the thread.
 *
 * @throws {DataError} `netcdf-…` when the file cannot be read, or the task exceeds its limits; the thread must then be
 * closed
 */
export async function runTask(
  thread: TaskPool,
  task: NetcdfTask,
  { processorMs = 8000, memory = 800e6 }: Limits = {},
): Promise<unknown> {
  const limits = { processorMs, memory };
  const outcome = await thread.run<Outcome>({ task }, { limits }).catch((cause: unknown) => {
    const { code, reason } =
      cause instanceof TaskLimitError ? cause : { code: 'damaged', reason: `failed: ${messageOf(cause)}` };
    throw new DataError(`netcdf-${code}`, `the HDF5 library ${reason}`, { cause });
  });
  if ('problem' in outcome) throw new DataError('netcdf-damaged', outcome.problem);
  return outcome.result;
}
