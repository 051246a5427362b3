// Whether the built command is that of the sources of a clone.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const root = here('../../..');

export const built = here('../dist/main.js');
export const source = here('../src/main.ts');

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

/** Whether the sources are newer than the build, or nothing is built yet. */
export function sourcesAreNewer() {
  if (!existsSync(source)) return false; // installed from a package: there are no sources
  if (!existsSync(built)) return true;
  const builtAt = statSync(here('../dist/.tsbuildinfo')).mtimeMs;
  return ['packages', 'workers'].some((group) =>
    readdirSync(`${root}/${group}`).some((name) => {
      const folder = `${root}/${group}/${name}/src`;
      return !madeLater.has(name) && existsSync(folder) && newest(folder) > builtAt;
    }),
  );
}
