import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Of the machine: a process that has only one of them sees no others. */
export const processors = availableParallelism();

/** Runs something while these processes, and those that this one starts, have the first processor only. */
export async function onOneProcessor<T>(processes: readonly { pid: number }[], run: () => Promise<T>): Promise<T> {
  const all = [process, ...processes];
  for (const { pid } of all) pin(pid, '0');
  try {
    return await run();
  } finally {
    for (const { pid } of all) pin(pid, `0-${processors - 1}`);
  }
}

function pin(pid: number, list: string): void {
  execFileSync('taskset', ['--all-tasks', '--pid', '--cpu-list', list, String(pid)], { stdio: 'ignore' });
}
