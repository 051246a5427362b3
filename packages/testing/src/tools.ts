import { execFileSync, spawnSync } from 'node:child_process';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { skipFor } from './skip.ts';

/** Whether a program is installed. */
export function hasTool(name: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;
}

const cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'severe');

/** Path of a program that is installed, or that `.ci/run` has put into its cache; undefined if it is neither. */
export function programPath(name: string): string | undefined {
  const folders = [process.env['PATH'], join(cache, 'bin'), join(cache, 'python/bin')].join(delimiter);
  return (
    spawnSync('sh', ['-c', `command -v ${name}`], { env: { PATH: folders }, encoding: 'utf8' }).stdout.trim() ||
    undefined
  );
}

/** Standard output of an installed program; skips the running test if it is not installed. @param input its standard input */
export function toolOutput(test: Mocha.Context, name: string, args: string[], input = ''): string {
  if (!hasTool(name)) test.skip();
  return execFileSync(name, args, { input, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['pipe', 'pipe', 'pipe'] });
}

/**
 * Skips the running test if a program is not installed; with `SEVERE_REQUIRE_SERVICES=1` it fails instead.
 *
 * @param debianPackage the package that `.ci/run` installs it from
 */
export function requireTool(test: Mocha.Context, name: string, debianPackage: string): void {
  if (hasTool(name)) return;
  if (process.env['SEVERE_REQUIRE_SERVICES'] === '1') {
    throw new Error(`${name} is required and not installed; \`apt-get install -y ${debianPackage}\` installs it`);
  }
  skipFor(test, `no ${name}`);
}
