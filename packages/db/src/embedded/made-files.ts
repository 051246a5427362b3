import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';

const require = createRequire(import.meta.url);

/** Versions of the engine and its extension. A data directory needs the engine that created it. */
export interface Versions {
  pglite: string;
  postgis: string;
}

export async function engineVersions(): Promise<Versions> {
  const [pglite, postgis] = await Promise.all(['pglite', 'pglite-postgis'].map(versionOf));
  return { pglite, postgis };
}

async function versionOf(name: string): Promise<string> {
  const text = await readFile(join(packageRoot(`@electric-sql/${name}`), 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** The folder of an installed package, whatever its exports are. */
function packageRoot(name: string): string {
  const entry = require.resolve(name);
  const folder = join('node_modules', ...name.split('/'));
  return entry.slice(0, entry.lastIndexOf(folder + sep) + folder.length);
}

/**
 * Path of a file that is made once and stored beside the installed engine.
 *
 * @param madeFrom what the file depends on, as text: another text is another file
 */
export function madeFile(name: string, madeFrom: string): string {
  const key = createHash('sha256').update(madeFrom).digest('hex').slice(0, 16);
  const modules = dirname(dirname(packageRoot('@electric-sql/pglite')));
  return join(modules, '.cache', 'severe', `${name}-${key}.tgz`);
}

/** Writes such a file atomically. */
export async function saveMade(file: string, bytes: Uint8Array): Promise<void> {
  const draft = `${file}.${process.pid}`;
  await mkdir(dirname(file), { recursive: true });
  try {
    await writeFile(draft, bytes);
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}
