import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Victim } from '../../../scripts/faults/victims.ts';

/** With short times: a test that kills many workers cannot wait for the usual ones. */
const impatientWorker = new URL('webhooks-worker.ts', import.meta.url);

/** The dispatcher, in a process that dies at the points it is told. */
export async function startDispatcher(
  env: Record<string, string>,
  workerFile = impatientWorker,
): Promise<Victim & { restartAt(failpoint: string): Promise<void> }> {
  const start = async (failpoint = ''): Promise<ChildProcess> => {
    const child = fork(fileURLToPath(workerFile), {
      env: { ...process.env, ...env, SEVERE_FAILPOINT: failpoint },
    });
    await once(child, 'message');
    return child;
  };
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  let child = await start();
  return {
    name: 'dispatcher',
    async restart() {
      await kill();
      child = await start();
    },
    async restartAt(failpoint) {
      await kill();
      child = await start(failpoint);
    },
    stop: kill,
  };
}
