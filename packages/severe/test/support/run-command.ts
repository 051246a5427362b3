import { spawnSync, type SpawnSyncOptionsWithStringEncoding } from 'node:child_process';
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
  const { status, stdout, stderr } = spawnSync(process.execPath, [...fromSource, ...args], settingsOf(dataDir));
  return { status, stdout, stderr };
}

/** The same on a terminal, which mixes both outputs. @returns everything that was written to it */
export function runOnTerminal(dataDir: string, ...args: string[]): string {
  const command = [process.execPath, ...fromSource, ...args].map((part) => `'${part}'`).join(' ');
  return spawnSync('script', ['-qec', command, '/dev/null'], settingsOf(dataDir)).stdout;
}

const fromSource = ['--conditions=@severe/source', '--import', 'tsx', main];

function settingsOf(dataDir: string): SpawnSyncOptionsWithStringEncoding {
  const own = { DATA_DIR: dataDir, DATABASE_URL: '', REDIS_URL: '', S3_ENDPOINT: '', LOG_LEVEL: 'error' };
  return { env: { ...process.env, ...own }, encoding: 'utf8' };
}
