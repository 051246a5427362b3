import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isShort } from './short-form.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Builds the command that is measured. Not in the shortest form: in the suite others start the same build at the same time. */
export function buildCommand(): void {
  if (!isShort) execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: ['ignore', 2, 2] });
}
