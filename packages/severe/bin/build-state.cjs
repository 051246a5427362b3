// Whether the built command is that of the sources of a clone.
const { existsSync, readdirSync, statSync } = require('node:fs');
const path = require('node:path');

const root = path.join(__dirname, '../../..');
const modules = path.join(__dirname, '../dist/main.js');
const bundle = path.join(__dirname, '../dist/bundle/main.js');
const marker = path.join(__dirname, '../dist/.tsbuildinfo');
const source = path.join(__dirname, '../src/main.ts');

function newest(folder) {
  let time = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const inside = `${folder}/${entry.name}`;
    time = Math.max(time, entry.isDirectory() ? newest(inside) : statSync(inside).mtimeMs);
  }
  return time;
}

/** The client, and what is made of it, are made of what the built command says, after it. */
const madeLater = ['packages/client', 'packages/mcp'];
/** Used as it is, by tests only. */
const notBuilt = 'packages/testing';

const timeOf = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Its bundle; or its modules, where a compiler has made these alone anew. */
function builtCommand() {
  const isInstalled = !existsSync(source);
  const [bundledAt, compiledAt] = [bundle, marker].map(timeOf);
  return bundledAt > 0 && (isInstalled || bundledAt >= compiledAt) ? bundle : modules;
}

/** Whether the sources of the command are newer than its build, or it is not built yet. */
function sourcesAreNewer() {
  if (!existsSync(source)) return false; // installed from a package: there are no sources
  const groups = ['packages', 'workers'];
  const folders = groups.flatMap((group) => readdirSync(path.join(root, group)).map((name) => `${group}/${name}`));
  return areNewer(
    folders.filter((folder) => folder !== notBuilt && !madeLater.includes(folder)),
    'packages/severe',
  );
}

/** The same of the command and of what is made of it. */
function anySourcesAreNewer() {
  return sourcesAreNewer() || madeLater.some((folder) => areNewer([folder], folder));
}

/** Whether the sources in some folders are newer than the build of one. */
function areNewer(folders, of) {
  const marker = path.join(root, of, 'dist/.tsbuildinfo');
  if (!existsSync(marker)) return true;
  const { mtimeMs } = statSync(marker);
  const sources = folders.flatMap((folder) => ['src', 'server'].map((name) => path.join(root, folder, name)));
  return sources.some((folder) => existsSync(folder) && newest(folder) > mtimeMs);
}

const built = builtCommand();
module.exports = { built, source, sourcesAreNewer, anySourcesAreNewer };
