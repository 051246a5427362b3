#!/usr/bin/env -S MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=4194304 node --no-allocation-site-pretenuring --max-semi-space-size=32
// glibc gives every thread an arena, in which memory stays that was freed: 1 GB of 2 GB, in one process with all roles. With two of
// them, and large memory outside, it is given back. With more room for what lives as long as a request, the API needs a tenth less CPU.
// Without pretenuring, open streams do not make V8 put what belongs to short requests among what lives long (docs/decisions).
// Runs the built command, or the sources of a clone where they are newer than the build (or nothing is built yet).
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const built = here('../dist/main.js');
const root = here('../../..');

function newest(folder) {
  let time = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    time = Math.max(time, entry.isDirectory() ? newest(path) : statSync(path).mtimeMs);
  }
  return time;
}

/** The client, and what is made of it, are made of what the built command says, after it. */
const madeLater = new Set(['client', 'mcp']);

function sourcesAreNewer() {
  if (!existsSync(here('../src/main.ts'))) return false; // installed from a package: there are no sources
  if (!existsSync(built)) return true;
  const builtAt = statSync(here('../dist/.tsbuildinfo')).mtimeMs;
  return ['packages', 'workers'].some((group) =>
    readdirSync(`${root}/${group}`).some((name) => {
      const source = `${root}/${group}/${name}/src`;
      return !madeLater.has(name) && existsSync(source) && newest(source) > builtAt;
    }),
  );
}

if (!process.env.SEVERE_PROCESS && sourcesAreNewer()) {
  const flags = [...process.execArgv, '--conditions=@severe/source', '--import', import.meta.resolve('tsx')];
  const child = spawn(process.execPath, [...flags, here('../src/main.ts'), ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGUSR2']) process.on(signal, () => child.kill(signal));
  process.on('SIGINT', () => {}); // a terminal sends it to both; a second one would end the child at once
  child.once('exit', (code) => process.exit(code ?? 1));
} else {
  setFlagsFromString('--max-semi-space-size=4'); // of threads that start later: there are ten of them, and each would take its share
  await import(built);
}
