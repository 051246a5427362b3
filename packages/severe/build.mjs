// Bundles the built command, and the threads that it starts, into dist/bundle/: a process that loads a few large files starts
// with half the processor time. The simulator, which is optional, has its threads in a bundle of its own. Nothing is done
// if the bundles are newer than what they are made of.
import { readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { licencesOf } from './bundle/licences.mjs';
import { ofPackages } from './bundle/plugin.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Modules that start threads, and the modules that these run. Other threads are loaded from their packages. */
const threads = {
  'packages/severe/dist/commands/render/encode-values.js': ['encode-values'],
  'packages/simulator/dist/start.js': ['server/thread'],
  'packages/tiles/dist/threads.js': ['draw-thread', 'join-thread', 'legend-thread', 'sweep-thread', 'values-thread'],
  'workers/ingest/dist/feeds/places/feed.js': ['thread'],
  'workers/ingest/dist/thread/parser-thread.js': ['thread'],
  'workers/raster/dist/renderer.js': ['thread'],
};
const starters = Object.keys(threads);
const entriesOf = (starter) => threads[starter].map((name) => `${dirname(starter)}/${name}`);
const isOfSimulator = (starter) => starter.startsWith('packages/simulator/');
const holders = Object.fromEntries(
  starters.map((starter) => [starter, isOfSimulator(starter) ? '@severe/simulator' : 'severe']),
);

const command = 'packages/severe/dist/main';
const bundles = [
  {
    of: 'severe',
    folder: 'packages/severe/dist/bundle',
    entries: { main: command, ...named(starters.filter((starter) => !isOfSimulator(starter))) },
  },
  {
    of: '@severe/simulator',
    folder: 'packages/simulator/dist/bundle',
    entries: named(starters.filter(isOfSimulator)),
  },
];

/** They have files beside theirs, or machine code, or share objects with one that has. */
const external = ['@node-rs/argon2', 'bull', 'ioredis', 'koffi', 'lerc', 'piscina', 'sharp'];

/** Drivers of databases that are not used, and not installed. */
const absent = ['better-sqlite3', 'mariadb', 'mysql', 'mysql2', 'oracledb', 'pg-native', 'sqlite3', 'tedious'];

/** Written last. */
const markerOf = ({ folder }) => `${folder}/LICENCES.txt`;

if (!areNew()) for (const bundle of bundles) await write(bundle);

async function write({ of, folder, entries }) {
  const draft = `${folder}.${process.pid}`;
  try {
    const { metafile } = await build({
      absWorkingDir: root,
      entryPoints: Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, `${entry}.js`])),
      outdir: draft,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      sourcemap: 'linked',
      sourcesContent: false,
      metafile: true,
      logLevel: 'warning',
      external: absent,
      plugins: [ofPackages({ of, threads: holders, external })],
      // Libraries that are no modules require those of Node.
      banner: {
        js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
      },
    });
    writeFileSync(`${root}${markerOf({ folder: draft })}`, licencesOf(Object.keys(metafile.inputs), root));
    rmSync(`${root}${folder}`, { recursive: true, force: true });
    renameSync(`${root}${draft}`, `${root}${folder}`);
  } finally {
    rmSync(`${root}${draft}`, { recursive: true, force: true });
  }
}

function named(someStarters) {
  return Object.fromEntries(someStarters.flatMap(entriesOf).map((entry) => [entry, entry]));
}

function areNew() {
  const own = readdirSync(`${root}packages/severe/bundle`).map((name) => `packages/severe/bundle/${name}`);
  const compiled = ['packages', 'workers'].flatMap((group) =>
    readdirSync(`${root}${group}`).map((name) => `${group}/${name}/dist/.tsbuildinfo`),
  );
  const inputs = [...own, ...compiled, 'packages/severe/build.mjs', 'node_modules/.package-lock.json'];
  const oldest = Math.min(...bundles.map((bundle) => timeOf(markerOf(bundle))));
  return inputs.every((name) => timeOf(name) < oldest);
}

function timeOf(name) {
  return statSync(`${root}${name}`, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
