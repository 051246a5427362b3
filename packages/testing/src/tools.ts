import { execFileSync, spawnSync } from 'node:child_process';

/** Whether a program is installed. */
export function hasTool(name: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;
}

/** Standard output of an installed program; skips the running test if it is not installed. */
export function toolOutput(test: Mocha.Context, name: string, args: string[]): string {
  if (!hasTool(name)) test.skip();
  return execFileSync(name, args, { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe'] });
}
