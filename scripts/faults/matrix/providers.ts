import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Simulator } from '@severe/simulator';

const file = fileURLToPath(new URL('providers-process.ts', import.meta.url));

/**
 * Simulated providers in a process of their own: memory and time of this one are those of the service.
 *
 * @param now a fixed moment; default: the present, which goes on
 */
export async function startProviders(now?: Date): Promise<Simulator> {
  const child = fork(file, now ? [now.toISOString()] : []);
  const ended = once(child, 'exit');
  const url = await Promise.race([
    once(child, 'message').then(([sent]) => sent as string),
    ended.then(([code]) => Promise.reject(new Error(`the simulated providers ended with ${code}`))),
  ]);
  return {
    url,
    async close() {
      child.disconnect();
      await ended;
    },
  };
}
