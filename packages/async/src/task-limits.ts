import { createTaskClock, type TaskClock } from './task-clock.ts';

/** Limits of a task in a thread. */
export interface TaskLimits {
  /** Processor time of the thread, in milliseconds. */
  processorMs: number;
  /** Checks in a row without any processor time after which the task is stuck; default two minutes of checks. */
  stalledChecks?: number;
  /** Octets by which the process may grow during the task; default: any number. */
  memory?: number;
}

/** A task that exceeded its limits. */
export class TaskLimitError extends Error {
  /** `too-slow`: it used too much processor time. `stuck`: it made no progress. `too-hungry`: the process has grown. */
  readonly code: 'too-slow' | 'stuck' | 'too-hungry';
  /** To be put after the name of the task: `used more than 2000 ms of processor time`. */
  readonly reason: string;

  constructor(code: TaskLimitError['code'], reason: string) {
    super(`the task ${reason}`);
    this.code = code;
    this.reason = reason;
  }
}

/** Interval of checks; memory can grow by a gigabyte in a second. */
const [checkMs, memoryCheckMs] = [100, 50];
/** Counted in checks, because time also passes while the machine sleeps. */
const stalledMs = 2 * 60_000;

/**
 * Watches a task until `stop`. A thread that gets no processor time is not slow but stuck: a runnable thread gets some,
 * however busy the machine is.
 *
 * @param exceed called once, when the task exceeds a limit
 * @returns stops the watch
 */
export function watchTask(
  clock: Pick<TaskClock, 'usedMs'>,
  limits: TaskLimits,
  exceed: (error: TaskLimitError) => void,
): () => void {
  const { processorMs: limitMs, memory = Infinity } = limits;
  const everyMs = memory === Infinity ? checkMs : memoryCheckMs;
  const { stalledChecks = stalledMs / everyMs } = limits;
  const before = memory === Infinity ? 0 : process.memoryUsage.rss();
  let lastMs = -1;
  let stalled = 0;
  const end = (error: TaskLimitError): void => {
    clearInterval(check);
    exceed(error);
  };
  const check = setInterval(() => {
    if (memory !== Infinity && process.memoryUsage.rss() - before > memory)
      return end(new TaskLimitError('too-hungry', 'uses too much memory'));
    const usedMs = clock.usedMs();
    if (usedMs === undefined) return; // it waits for a thread
    stalled = usedMs > lastMs ? 0 : stalled + 1;
    lastMs = usedMs;
    const error =
      usedMs > limitMs
        ? new TaskLimitError('too-slow', `used more than ${limitMs} ms of processor time`)
        : stalled >= stalledChecks
          ? new TaskLimitError('stuck', 'made no progress')
          : undefined;
    if (error !== undefined) end(error);
  }, everyMs);
  return () => clearInterval(check);
}

/**
 * Runs a task of a thread pool within limits.
 *
 * @param start gives the task to the pool; its thread calls `startTaskClock` with the cell, and the signal ends the task
 * @throws {TaskLimitError} the task exceeded its limits
 */
export async function runLimited<R>(
  limits: TaskLimits,
  start: (cell: SharedArrayBuffer, signal: AbortSignal) => Promise<R>,
): Promise<R> {
  const ending = new AbortController();
  const clock = createTaskClock();
  const stopWatch = watchTask(clock, limits, (error) => ending.abort(error));
  try {
    return await start(clock.cell, ending.signal);
  } catch (cause) {
    ending.signal.throwIfAborted();
    throw cause;
  } finally {
    stopWatch();
  }
}
