#!/usr/bin/env -S MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=4194304 node --no-allocation-site-pretenuring --max-semi-space-size=32
// glibc gives every thread an arena, in which memory stays that was freed: 1 GB of 2 GB, in one process with all roles. With two of
// them, and large memory outside, it is given back. With more room for what lives as long as a request, the API needs a tenth less CPU.
// Without pretenuring, open streams do not make V8 put what belongs to short requests among what lives long (docs/decisions).
// Runs the built command, or the sources of a clone where they are newer than the build (or nothing is built yet).
import { setFlagsFromString } from 'node:v8';
import { built, source, sourcesAreNewer } from './build-state.cjs';

if (!process.env.SEVERE_PROCESS && sourcesAreNewer()) {
  const { spawn } = await import('node:child_process'); // loaded on demand: it takes some milliseconds
  const flags = [...process.execArgv, '--conditions=@severe/source', '--import', loaderOfSources()];
  const child = spawn(process.execPath, [...flags, source, ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGUSR2']) process.on(signal, () => child.kill(signal));
  process.on('SIGINT', () => {}); // a terminal sends it to both; a second one would end the child at once
  child.once('exit', (code) => process.exit(code ?? 1));
} else {
  setFlagsFromString('--max-semi-space-size=4'); // of threads that start later: there are ten of them, and each would take its share
  await import(built);
}

/** Ends the process where it is not installed: what was built before the change is not what the caller wants. */
function loaderOfSources() {
  try {
    return import.meta.resolve('tsx');
  } catch {
    console.error(
      'The build of severe is older than its sources, and the compilers are not installed. `npm ci` installs them, and builds.',
    );
    process.exit(1);
  }
}
