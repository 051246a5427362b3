// Builds every package (`tsc -b`, which does only what changed), then the kernels and the pages of the viewer when they
// changed.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

function run(command, ...args) {
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}

run('npx', '--no-install', 'tsc', '-b');
run(process.execPath, 'packages/kernels/build.mjs');
if (existsSync('packages/viewer/build.mjs')) run(process.execPath, 'packages/viewer/build.mjs');
