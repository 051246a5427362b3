import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * When a process began, in whatever form the system tells it, or undefined when there is no such process. A number
 * of a process is given again to another; together with this it names one process for good.
 */
export function processStart(pid: number): string | undefined {
  return process.platform === 'linux' ? linuxStart(pid) : psStart(pid);
}

/** Boot and clock tick of the start: field 22 of proc(5) stat, counted after the name, which may contain anything. */
function linuxStart(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, ticks] = [fields[0], fields[19]];
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    return state === 'Z' ? undefined : `${boot}/${ticks}`; // a zombie has let go of its files
  } catch {
    return undefined; // ENOENT, or ESRCH when it ends while being read: there is no such process
  }
}

function psStart(pid: number): string | undefined {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined; // ps exits with 1 for an unknown process
  }
}
