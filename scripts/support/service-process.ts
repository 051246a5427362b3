import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { commandLine } from 'severe/testing/command-line';

/** `severe start` in a process of its own, on free ports. */
export interface ServiceProcess {
  url: string;
  opsUrl: string;
  pid: number;
  /** What it has logged so far. */
  log: () => string;
  /** Sends a signal and waits for the end. @returns the exit code; undefined if the signal has ended the process */
  end(signal: NodeJS.Signals): Promise<number | undefined>;
}

export interface ProcessOptions {
  /** Arguments of `severe start`. */
  args: string[];
  dataDir: string;
  env?: Record<string, string>;
  /** An installed command. Default: that of this clone. */
  command?: string;
  /** A program with arguments that runs it, such as `ip netns exec NAME`. It must become the command, as by `exec`. */
  under?: readonly string[];
}

/** Starts the service and waits until it is ready. @throws {Error} if it ends before, with its log */
export async function startProcess({
  args,
  dataDir,
  env = {},
  command,
  under = [],
}: ProcessOptions): Promise<ServiceProcess> {
  const own = command === undefined ? [process.execPath, ...commandLine] : [command];
  const [program, ...flags] = [...under, ...own];
  const defaults = {
    DATA_DIR: dataDir,
    PORT: '0',
    OPS_PORT: '0',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_ANONYMOUS: '1000000000',
  };
  const child = spawn(program, [...flags, 'start', ...args], {
    env: { ...process.env, ...defaults, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [printed, log] = ['', ''];
  child.stdout.on('data', (part: Buffer) => (printed += part.toString()));
  child.stderr.on('data', (part: Buffer) => (log += part.toString()));
  const ended = once(child, 'exit') as Promise<[code: number | null]>;
  const endWithParent = (): void => void child.kill('SIGKILL');
  process.once('exit', endWithParent);
  void ended.then(() => process.off('exit', endWithParent));

  for (;;) {
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}: ${printed}${log}`);
    const [url, opsUrl] = [/^severe is at (\S+)/, /operators: (\S+)/].map((line) => line.exec(printed)?.[1]);
    if (url !== undefined && opsUrl !== undefined && (await isReady(opsUrl))) {
      return {
        url,
        opsUrl,
        pid: child.pid!,
        log: () => printed + log,
        async end(signal) {
          child.kill(signal);
          const [code] = await ended;
          return code ?? undefined;
        },
      };
    }
    await pause(50);
  }
}

/** Whether the probe of a process reports it as ready. */
export async function isReady(opsUrl: string): Promise<boolean> {
  return fetch(`${opsUrl}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** A folder for the time of some work. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'severe-faults-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
