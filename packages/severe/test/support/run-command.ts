import { spawnSync, type SpawnSyncOptionsWithStringEncoding } from 'node:child_process';
import { commandLine } from './command-line.ts';

/** How a command ended, and what it printed. */
export interface CommandEnd {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** Runs `severe ARGS` with the embedded stores in a folder, and waits for its end. */
export function runCommand(dataDir: string, ...args: string[]): CommandEnd {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...commandLine, ...args], settingsOf(dataDir));
  return { status, stdout, stderr };
}

/** The same on a terminal, which mixes both outputs. @returns everything that was written to it */
export function runOnTerminal(dataDir: string, ...args: string[]): string {
  const command = [process.execPath, ...commandLine, ...args].map((part) => `'${part}'`).join(' ');
  return spawnSync('script', ['-qec', command, '/dev/null'], settingsOf(dataDir)).stdout;
}

function settingsOf(dataDir: string): SpawnSyncOptionsWithStringEncoding {
  const own = { DATA_DIR: dataDir, DATABASE_URL: '', REDIS_URL: '', S3_ENDPOINT: '', LOG_LEVEL: 'error' };
  return { env: { ...process.env, ...own }, encoding: 'utf8' };
}
