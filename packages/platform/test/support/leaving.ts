import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** What the ports say if all of them work. */
export const allUsed = ['object', { n: 1 }, 'woken', 8];

/** Uses all ports in a process of their own, which is killed if anything keeps it alive. @param env its settings */
export async function useAndLeave(env: Record<string, string>): Promise<unknown> {
  const script = fileURLToPath(new URL('../use-and-leave.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [...process.execArgv, script], {
    env: { ...process.env, ...env },
    timeout: 15_000,
  });
  return JSON.parse(stdout);
}
