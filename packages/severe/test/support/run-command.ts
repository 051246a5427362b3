import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** How a command ended, and what it printed. */
export interface CommandEnd {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** Runs `severe ARGS` from source with the embedded stores in a folder, and waits for its end. */
export function runCommand(dataDir: string, ...args: string[]): CommandEnd {
  const own = { DATA_DIR: dataDir, DATABASE_URL: '', REDIS_URL: '', S3_ENDPOINT: '', LOG_LEVEL: 'error' };
  const flags = ['--conditions=@severe/source', '--import', 'tsx', main, ...args];
  const env = { ...process.env, ...own };
  const { status, stdout, stderr } = spawnSync(process.execPath, flags, { env, encoding: 'utf8' });
  return { status, stdout, stderr };
}
