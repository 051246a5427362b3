import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Answered } from '@severe/simulator';
import { cpuSeconds } from '../support/cpu.ts';

/** What the simulated providers are started with. */
export interface ProviderOptions {
  backlogMinutes: number;
  everyRadarAs: string[];
}

/** The simulated providers in a process of their own. */
export interface ProviderProcess {
  url: string;
  /** CPU seconds since its start. */
  cpu(): number;
  /** The answers since the last call, but for those about the past. */
  answers(): Promise<Answered[]>;
  stop(): Promise<void>;
}

/** Starts the simulated providers. @throws {Error} if they end before they listen */
export async function startProviders(options: ProviderOptions): Promise<ProviderProcess> {
  const child = fork(fileURLToPath(new URL('provider.ts', import.meta.url)), [JSON.stringify(options)], {
    execArgv: ['--conditions=@severe/source', '--import', 'tsx'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const { url } = await said<{ url: string }>(child);
  return {
    url,
    cpu: () => cpuSeconds(child.pid!),
    async answers() {
      const reply = said<{ answers: Answered[] }>(child);
      child.send('answers');
      return (await reply).answers;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

async function said<T>(child: ChildProcess): Promise<T> {
  const ended = new AbortController();
  const gone = once(child, 'exit', { signal: ended.signal }).then(([code]) => {
    throw new Error(`the simulated providers ended with ${code}`);
  });
  gone.catch(() => undefined); // it ends on request later
  try {
    const [message] = (await Promise.race([once(child, 'message'), gone])) as [T];
    return message;
  } finally {
    ended.abort();
  }
}
