import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Start time of a process in the form of the operating system, or undefined if there is no such process. Process ids are
 * reused; id and start time together identify one process.
 */
export function processStart(pid: number): string | undefined {
  return process.platform === 'linux' ? linuxStart(pid) : psStart(pid);
}

/** Boot id and clock tick of the start: field 22 of proc(5) stat. Fields are counted after the name, which may contain any character. */
function linuxStart(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, ticks] = [fields[0], fields[19]];
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    return state === 'Z' ? undefined : `${boot}/${ticks}`; // a zombie has released its files
  } catch {
    return undefined; // ENOENT, or ESRCH if the process ends during the read
  }
}

function psStart(pid: number): string | undefined {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined; // ps exits with 1 for an unknown process
  }
}
