// Plugin of esbuild for what a bundle of several packages would change: where modules find files and other packages.
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const places = fileURLToPath(new URL('places.mjs', import.meta.url));
const here = 'import.meta.url';
const isLibrary = /[/\\]node_modules[/\\]/;

/** Source maps lead to our sources; those of the libraries would be four times as large. */
const emptyMap = JSON.stringify({ version: 3, sources: [''], mappings: 'AAAA' });
const withoutMap = `//# sourceMappingURL=data:application/json;base64,${Buffer.from(emptyMap).toString('base64')}`;

const refused = {
  errors: [{ text: 'This library finds files beside it: it must stay as it is installed (build.mjs).' }],
};

/** The packages of the workspace by their folder: `packages/db`. */
const packages = new Map(
  ['packages', 'workers'].flatMap((group) =>
    readdirSync(`${root}${group}`).map((name) => {
      const folder = `${group}/${name}`;
      const manifest = JSON.parse(readFileSync(`${root}${folder}/package.json`, 'utf8'));
      const { dependencies, optionalDependencies, exports } = manifest;
      const needs = Object.keys({ ...dependencies, ...optionalDependencies });
      return [folder, { name: manifest.name, needs, entry: exports?.['.']?.default.replace('./', '') }];
    }),
  ),
);
const byName = new Map([...packages.values()].map((one) => [one.name, one]));

/** Path of a module below the root, with slashes; its package, and the path below that. */
function placeOf(path) {
  const file = relative(root, path).split(sep).join('/');
  const [group, name, ...inOwner] = file.split('/');
  return { file, owner: packages.get(`${group}/${name}`), inOwner: inOwner.join('/') };
}

/** Packages of which each depends on the next one, from a dependency of `from` to `name`; none if they are the same. */
function wayTo(name, from) {
  const waiting = [[from]];
  const seen = new Set(waiting[0]);
  for (const way of waiting) {
    if (way.at(-1) === name) return way.slice(1);
    for (const next of byName.get(way.at(-1))?.needs ?? []) {
      if (!seen.has(next)) waiting.push([...way, next]);
      seen.add(next);
    }
  }
  throw new Error(`${from} does not depend on ${name}`);
}

/**
 * A library that is loaded on demand, with its names: for one that is no module, a bundle knows the default alone, and Node knows
 * the others, too.
 */
function reexported(path, names) {
  const usual = names.filter((name) => /^[A-Za-z$][\w$]*$/.test(name)); // __esModule is of its other form
  return `export { ${[...new Set(['default', ...usual])].join(', ')} } from ${JSON.stringify(path)};`;
}

/**
 * @param of       name of the package with the bundle
 * @param threads  modules that start threads of a bundle, by their paths below the root: the package that has it
 * @param external names of packages that stay as they are installed
 */
export function ofPackages({ of, threads, external }) {
  /** An expression for the URL of a module: as if it were not in the bundle, or in the one with its threads. */
  const urlOf = ({ file, owner, inOwner }) => {
    const holder = threads[file];
    if (holder === of) return `inBundle('${file}')`;
    const way = wayTo(owner.name, of);
    if (way.length === 0) return `inBundle('${posix.relative('dist/bundle', inOwner)}')`;
    const path = holder ? `bundle/${file}` : posix.relative(posix.dirname(owner.entry), inOwner);
    return `inPackage(${JSON.stringify(way)}, '${path}')`;
  };
  return {
    name: 'packages',
    setup(build) {
      build.onResolve({ filter: /^[^./]/ }, ({ path, importer, namespace, kind, resolveDir }) => {
        if (kind !== 'dynamic-import' || namespace !== 'file' || isLibrary.test(importer)) return undefined;
        if (isBuiltin(path) || byName.has(path.split('/').slice(0, 2).join('/'))) return undefined;
        return { path, namespace: 'on demand', pluginData: { importer, resolveDir } };
      });
      build.onLoad({ filter: /./, namespace: 'on demand' }, ({ path, pluginData }) => ({
        contents: reexported(path, Object.keys(createRequire(pluginData.importer)(path))),
        resolveDir: pluginData.resolveDir,
        pluginData,
      }));
      build.onResolve(
        { filter: new RegExp(`^(${external.join('|')})$`) },
        ({ path, importer, namespace, pluginData }) => {
          const from = namespace === 'on demand' ? pluginData.importer : namespace === 'file' ? importer : undefined;
          return from && { path, namespace: 'installed', pluginData: wayTo(placeOf(from).owner.name, of) };
        },
      );
      build.onLoad({ filter: /./, namespace: 'installed' }, ({ path, pluginData: way }) => ({
        contents: `module.exports = require(${JSON.stringify(places)}).load(${JSON.stringify(way)}, '${path}');`,
        resolveDir: dirname(places),
      }));
      build.onLoad({ filter: /\.[cm]?js$/ }, ({ path }) => {
        const text = readFileSync(path, 'utf8');
        if (isLibrary.test(path)) return text.includes(here) ? refused : { contents: `${text}\n${withoutMap}` };
        if (path === places || !text.includes(here)) return undefined;
        const names = `import { inBundle, inPackage } from ${JSON.stringify(places)};`;
        const head = `${names} const ownUrl = ${urlOf(placeOf(path))};`; // in the first line: all lines keep their numbers
        return { contents: `${head} ${text.replaceAll(here, 'ownUrl')}` };
      });
    },
  };
}
