import { readFileSync } from 'node:fs';

/** Ticks per second of the times in /proc: 100 on every Linux that Node supports. */
const ticks = 100;

/**
 * CPU seconds of a process, user and system, with all threads and ended children.
 *
 * @see proc(5), /proc/[pid]/stat, fields 14 to 17
 */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' '); // the name before it may contain any character
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) / ticks;
}

/** Resident memory in bytes. */
export function residentBytes(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'));
  return line ? Number(line[1]) * 1024 : 0;
}

const rounds = 9;

/** CPU milliseconds in rounds after one of warm-up. A function that returns a number has measured itself. */
export function cpuRounds(work: () => number | void): number[] {
  const once = (): number => {
    const before = process.cpuUsage();
    const own = work();
    const { user, system } = process.cpuUsage(before);
    return own ?? (user + system) / 1000;
  };
  once();
  return Array.from({ length: rounds }, once);
}
