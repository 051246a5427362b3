import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A process that gets a small share of one core. */
export interface Starvation {
  /** How it is done, for the report. */
  method: string;
  /** Gives the process its full share again; does nothing for one that has ended. */
  relieve(): void;
}

/** The share is given anew in every period. */
const periodUs = 100_000;

/**
 * Limits a process with all its threads to a share of one core: by a quota of the kernel where this user may set one, else
 * by stopping the process for the rest of every period. Neither burdens other processes.
 *
 * @param share more than 0, at most 1
 */
export function starve(pid: number, share: number): Starvation {
  return starveByQuota(pid, share) ?? starveByStops(pid, share);
}

/** The two versions of control groups: where they are mounted, the file of the quota, and the line of a process. */
const versions = [
  {
    root: '/sys/fs/cgroup/cpu',
    file: 'cpu.cfs_quota_us',
    membership: /^\d+:(?:[\w,]+,)?cpu(?:,[\w,]+)?:(.*)$/m,
    quota: (us: number) => `${us}`,
  },
  {
    root: '/sys/fs/cgroup',
    file: 'cpu.max',
    membership: /^0::(.*)$/m,
    quota: (us: number) => `${us} ${periodUs}`,
  },
];

function starveByQuota(pid: number, share: number): Starvation | undefined {
  for (const { root, file, membership, quota } of versions) {
    if (!existsSync(join(root, 'cgroup.procs'))) continue;
    const [, home = '/'] = membership.exec(readFileSync(`/proc/${pid}/cgroup`, 'latin1')) ?? [];
    const group = join(root, `severe-strain-${pid}`);
    try {
      mkdirSync(group);
    } catch {
      continue; // not permitted
    }
    try {
      writeFileSync(join(group, file), quota(share * periodUs));
      writeFileSync(join(group, 'cgroup.procs'), String(pid));
    } catch {
      rmdirSync(group); // this hierarchy has no controller of processors
      continue;
    }
    return {
      method: `a quota of the kernel (${join(root, file)})`,
      relieve() {
        ifRunning(() => writeFileSync(join(root, home, 'cgroup.procs'), String(pid)));
        rmdirSync(group);
      },
    };
  }
  return undefined;
}

function starveByStops(pid: number, share: number): Starvation {
  const runMs = (share * periodUs) / 1000;
  const restMs = periodUs / 1000 - runMs;
  let timer: NodeJS.Timeout;
  const stop = (): void => {
    ifRunning(() => process.kill(pid, 'SIGSTOP'));
    timer = setTimeout(go, restMs);
  };
  const go = (): void => {
    ifRunning(() => process.kill(pid, 'SIGCONT'));
    timer = setTimeout(stop, runMs);
  };
  go();
  return {
    method: 'stops of the process',
    relieve() {
      clearTimeout(timer);
      ifRunning(() => process.kill(pid, 'SIGCONT'));
    },
  };
}

/** Does something to a process, unless it has ended. */
function ifRunning(act: () => void): void {
  try {
    act();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
