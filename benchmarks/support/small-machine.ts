import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { has } from './rounds.ts';

/** A machine with one core and a limited memory, for the processes that are put into it. */
export interface SmallMachine {
  /** Start of a command line that runs a command in it. */
  prefix: string[];
  /** Largest memory so far, with the files that the system caches for it, and how often an allocation met the limit. */
  read(): { mostBytes: number; limited: number };
  /** Removes it; its processes must have ended. */
  remove(): void;
}

const hierarchy = '/sys/fs/cgroup/memory';

/**
 * Limits memory by a control group (version 1) and processors by `taskset`, so that programs see one processor.
 *
 * @throws {Error} if this user may not create control groups, or `taskset` is not installed
 */
export function smallMachine(memoryBytes: number): SmallMachine {
  if (!has('taskset')) throw new Error('taskset is not installed: apt-get install util-linux');
  const group = join(hierarchy, `severe-bench-${process.pid}`);
  mkdirSync(group);
  writeFileSync(join(group, 'memory.limit_in_bytes'), String(memoryBytes));
  const numberIn = (file: string): number => Number(readFileSync(join(group, file), 'latin1'));
  const enter = 'echo $$ > "$0/cgroup.procs" && exec taskset -c 0 "$@"';
  return {
    prefix: ['sh', '-c', enter, group],
    read: () => ({ mostBytes: numberIn('memory.max_usage_in_bytes'), limited: numberIn('memory.failcnt') }),
    remove: () => rmdirSync(group),
  };
}
