import { readFileSync } from 'node:fs';
import { unlessShort } from './short-form.ts';

/** Ticks per second of the times in /proc: 100 on every Linux that Node supports. */
const ticks = 100;

/**
 * CPU seconds of a process, user and system, with all threads and ended children.
 *
 * @see proc(5), /proc/[pid]/stat, fields 14 to 17
 */
export function cpuSeconds(pid: number): number {
  return secondsIn(`/proc/${pid}/stat`, 4);
}

/** CPU seconds of the main thread of a process, user and system. */
export function mainThreadSeconds(pid: number): number {
  return secondsIn(`/proc/${pid}/task/${pid}/stat`, 2);
}

/** @param fields number of times from field 14 on */
function secondsIn(path: string, fields: number): number {
  const stat = readFileSync(path, 'latin1');
  const values = stat.slice(stat.lastIndexOf(')') + 2).split(' '); // the name before it may contain any character
  return values.slice(11, 11 + fields).reduce((sum, value) => sum + Number(value), 0) / ticks;
}

/**
 * CPU seconds of all processes of the machine, user, nice, system and interrupts.
 *
 * @see proc(5), /proc/stat
 */
export function machineSeconds(): number {
  const [, user, nice, system, , , irq, softirq] = readFileSync('/proc/stat', 'latin1')
    .split('\n')[0]
    .split(/\s+/)
    .map(Number);
  return (user + nice + system + irq + softirq) / ticks;
}

/** Resident memory in bytes. */
export function residentBytes(pid: number): number {
  return memoryIn(pid, 'VmRSS');
}

/** The most resident memory that a process has had, in bytes. */
export function peakResidentBytes(pid: number): number {
  return memoryIn(pid, 'VmHWM');
}

/** @see proc(5), /proc/[pid]/status */
function memoryIn(pid: number, field: string): number {
  const [, kilobytes = '0'] =
    new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
  return Number(kilobytes) * 1024;
}

const rounds = unlessShort(9, 1);

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
