// Hooks of the loader, which run in a thread of their own.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';

const root = new URL('../../..', import.meta.url).href;
const sources = /^((?:packages|workers)\/[^/]+)\/(src|server)\/(.+)\.ts(\?.*)?$/;
/** What a folder of sources is built into. */
const outputs = { src: 'dist', server: 'dist-server' };
/** Built modules of sources that were looked for; undefined for what is not built, such as the scripts of the pages. */
const known = new Map();

export async function resolve(specifier, context, next) {
  const found = await next(specifier, context);
  const url = builtOf(found.url);
  return url ? { ...found, url, format: 'module' } : found;
}

export async function load(url, context, next) {
  const { protocol, pathname } = new URL(url);
  if (protocol !== 'file:' || !pathname.endsWith('.ts')) return next(url, context);
  const sourcefile = fileURLToPath(url);
  const options = { loader: 'ts', format: 'esm', target: 'node20', sourcemap: 'inline', sourcefile };
  const { code } = await transform(await readFile(sourcefile, 'utf8'), options);
  return { format: 'module', source: code, shortCircuit: true };
}

function builtOf(url) {
  if (!url.startsWith(root)) return undefined;
  if (!known.has(url)) known.set(url, findBuilt(url.slice(root.length)));
  return known.get(url);
}

function findBuilt(path) {
  const [, folder, kind, name, query = ''] = sources.exec(path) ?? [];
  const built = new URL(`${folder}/${outputs[kind]}/${name}.js`, root);
  return folder && existsSync(built) ? built.href + query : undefined;
}
