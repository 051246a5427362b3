import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { utimesSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadTime } from '../api/world.ts';
import type { Measured } from './servers.ts';

/** Beside roles and stores. */
interface ServiceOptions {
  /** Further settings. */
  settings?: Record<string, string>;
  /** Processes that share the port; default: one, without a primary. */
  processes?: number;
}

/**
 * The service as the built command starts it, with some roles, and a rate limit that is counted but never reached.
 *
 * @param databaseUrl empty: the embedded database in `dataDir`
 */
export async function startService(
  databaseUrl: string,
  dataDir: string,
  roles = 'api',
  { settings = {}, processes }: ServiceOptions = {},
): Promise<Measured> {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  execFileSync('npx', ['--no-install', 'tsc', '-b', 'packages/severe'], { cwd: root, stdio: ['ignore', 2, 2] });
  // The build is complete also if a source is newer: else the command would run the sources, in a child with its own CPU time.
  const now = new Date();
  utimesSync(join(root, 'packages/severe/dist/.tsbuildinfo'), now, now);
  const args = ['start', '--live', '--roles', roles, ...(processes ? ['--processes', `${processes}`] : [])];
  const child = spawn(join(root, 'packages/severe/bin/severe.js'), args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_OPTIONS: process.env.BENCH_NODE_OPTIONS ?? '',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: '0',
      OPS_PORT: '0',
      LOG_LEVEL: 'error',
      RATE_LIMIT_ANONYMOUS: '1000000000',
      SEVERE_CLOCK: loadTime.toISOString(),
      ...settings,
    },
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the service ended with ${code}`);
  });
  const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), ended])) as [string];
  ended.catch(() => undefined); // it ends on request later
  const base = /https?:\S+/.exec(line)![0];
  return {
    base,
    pid: child.pid!,
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
