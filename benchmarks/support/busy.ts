import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Compresses without end. */
const busyCode =
  "const { deflateSync } = require('node:zlib'); const bytes = require('node:crypto').randomBytes(1 << 18).fill('severe', 0, 1 << 17); " +
  'for (;;) deflateSync(bytes);';

/**
 * Does some work while other processes compute, so that every processor is busy: two that are parts of one core are each slower then, and
 * what one process does alone would look cheaper.
 */
export async function besideBusy<T>(processes: number, work: () => Promise<T>): Promise<T> {
  const busy = Array.from({ length: processes }, () => spawn(process.execPath, ['-e', busyCode], { stdio: 'ignore' }));
  try {
    return await work();
  } finally {
    for (const child of busy) {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
  }
}
