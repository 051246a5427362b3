// Builds every package (`tsc -b`, incremental), then the client, whose types come from the OpenAPI document of the service, and,
// after changes, the kernels, the template of the embedded database and the pages of the viewer.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const shell = process.platform === 'win32';

function run(command, ...args) {
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell });
  if (status !== 0) process.exit(status ?? 1);
}

/** Pipes the output of one program into another. */
function pipe(from, to) {
  const { status, stdout } = spawnSync(process.execPath, from, {
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1 << 28,
  });
  const { status: end } =
    status === 0
      ? spawnSync(process.execPath, to, { input: stdout, stdio: ['pipe', 'inherit', 'inherit'] })
      : { status };
  if (end !== 0) process.exit(end ?? 1);
}

run('npx', '--no-install', 'tsc', '-b');
run(process.execPath, 'packages/kernels/build.mjs');
run(process.execPath, 'packages/db/build.mjs');
pipe(['packages/severe/bin/severe.js', 'openapi'], ['--import', 'tsx', 'packages/client/generate/generate.ts']);
run('npx', '--no-install', 'tsc', '-b', 'packages/client');
if (existsSync('packages/viewer/build.mjs')) run(process.execPath, 'packages/viewer/build.mjs');
