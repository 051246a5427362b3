// Builds every package (`tsc -b`, incremental), then the client, whose types come from the OpenAPI document of the service, with what is made of it, and,
// after changes, the kernels, the bundle and the template of the embedded database, the bundle of the command, and the pages of the viewer. With
// `--if-changed` it does nothing if the last build was of the same files: `npm start` must not wait for it. Where the compilers are not
// installed (`npm ci --omit=dev`), what is built runs as it is; with `--if-possible`, nothing need be built.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';

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

const groups = ['packages', 'workers'];
const packages = groups.flatMap((group) => readdirSync(group).map((name) => `${group}/${name}`));
/** What the last build was made of. */
const marker = 'packages/severe/dist/.built.json';
/** Outputs, and what does not go into them. */
const ignored = new Set(['node_modules', 'dist', 'test', 'generated.ts']);

/** All inputs: names, times and sizes of the files, and the installed packages. */
function stateOf(paths) {
  const hash = createHash('sha256').update(process.version);
  const add = (path) => {
    const info = statSync(path, { throwIfNoEntry: false });
    if (!info?.isDirectory()) hash.update(`${path} ${info?.mtimeMs} ${info?.size}\n`);
    else for (const name of readdirSync(path).sort()) if (!ignored.has(name)) add(`${path}/${name}`);
  };
  for (const path of paths) add(path);
  return hash.digest('hex');
}

/** The files by which each package reports that it is built, as far as they exist. */
const outputs = () =>
  packages
    .flatMap((folder) =>
      ['dist/.tsbuildinfo', 'dist/bundle/main.js', 'dist/index.html', 'dist/kernels.wasm', 'src/generated.ts'].map(
        (name) => `${folder}/${name}`,
      ),
    )
    .filter((path) => existsSync(path));

const roots = ['tsconfig.json', 'tsconfig.base.json', 'scripts/build.mjs', 'node_modules/.package-lock.json'];
const state = stateOf([...packages, ...roots]);
const [ifChanged, ifPossible] = ['--if-changed', '--if-possible'].map((option) => process.argv.includes(option));
const hasCompilers = existsSync('node_modules/typescript');
// A full build does not depend on what the last one has noted.
const isAsked = ifChanged || !hasCompilers;
const last = isAsked && existsSync(marker) ? JSON.parse(readFileSync(marker, 'utf8')) : undefined;
const isBuilt = last?.outputs.every((path) => existsSync(path)) ?? false;
if (ifChanged && isBuilt && last.state === state) process.exit();
if (!hasCompilers) {
  if (isBuilt && (ifChanged || ifPossible)) process.exit();
  console.error('severe is not built: the compilers are not installed. `npm ci` installs them, and builds.');
  process.exit(ifPossible ? 0 : 1);
}

run('npx', '--no-install', 'tsc', '-b');
// It stays as it is after changes of pages and data alone, and says whether the build is newer than the sources.
utimesSync('packages/severe/dist/.tsbuildinfo', new Date(), new Date());
run(process.execPath, 'packages/kernels/build.mjs');
run(process.execPath, 'packages/db/build.mjs');
run(process.execPath, 'packages/severe/build.mjs');
pipe(['packages/severe/bin/severe.js', 'openapi'], ['--import', 'tsx', 'packages/client/generate/generate.ts']);
run('npx', '--no-install', 'tsc', '-b', 'packages/client', 'packages/mcp');
if (existsSync('packages/viewer/build.mjs')) run(process.execPath, 'packages/viewer/build.mjs');
writeFileSync(marker, JSON.stringify({ state, outputs: outputs() }));
