import { readFileSync, readlinkSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second, on every architecture. */
const tickMs = 10;
/** The system does not tell the processor time of a thread. */
const unknownThread = -1;

/** The processor time of one task, which runs in a thread. */
export interface TaskClock {
  /** Sent to the thread with the task. Two words: the number of the thread in the system, and its time at the start. */
  readonly cell: SharedArrayBuffer;
  /** Processor time of the task so far, in milliseconds; undefined before it has started. */
  usedMs(): number | undefined;
}

/**
 * Creates the clock of a task. A task is limited by the processor time of its thread: on a busy machine, wall time says
 * nothing about the task. Where the system does not tell the time of a thread, it is that of the whole process, which is
 * at least as long.
 */
export function createTaskClock(): TaskClock {
  const cell = new SharedArrayBuffer(8);
  const words = new Int32Array(cell);
  return {
    cell,
    usedMs() {
      const thread = Atomics.load(words, 0);
      return thread === 0 ? undefined : Math.max(0, processorMs(thread) - words[1]);
    },
  };
}

/** Called in the thread when the task starts. */
export function startTaskClock(cell: SharedArrayBuffer): void {
  const words = new Int32Array(cell);
  const thread = currentThread();
  words[1] = processorMs(thread);
  Atomics.store(words, 0, thread); // last, because the other side reads it first
}

function currentThread(): number {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    return threadMs(thread) === undefined ? unknownThread : thread;
  } catch {
    return unknownThread; // not Linux
  }
}

function processorMs(thread: number): number {
  const known = thread === unknownThread ? undefined : threadMs(thread);
  if (known !== undefined) return known;
  const { user, system } = process.cpuUsage();
  return Math.round((user + system) / 1000);
}

/** Processor time of a thread of this process, in milliseconds; undefined if it has ended. @see proc_pid_stat(5) */
function threadMs(thread: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'latin1');
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    return (Number(user) + Number(system)) * tickMs;
  } catch {
    return undefined;
  }
}
