import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Import only from a storey below; nothing of one storey imports its neighbour. */
const storeys = [
  ['kernels'],
  ['geo', 'grib2', 'nexrad', 'thermo', 'base'],
  ['catalogue', 'raster', 'platform', 'db', 'http', 'client'],
  ['api', 'tiles', 'viewer', 'simulator', 'ingest', 'raster-worker'],
  ['severe'],
];

/** The cellar knows nothing of ours, storey 0 only that; the catalogue may use what is below it, and so on: the exceptions are none. */
const storeyOf = new Map(storeys.flatMap((names, storey) => names.map((name) => [name, storey] as const)));

interface Package {
  name: string;
  folder: string;
  declared: Set<string>;
}

/** What the whole house is built with. Entries `*-from-source.mjs` are never in dist, and may use it. */
const tools = new Set(
  Object.keys(
    (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { devDependencies: object }).devDependencies,
  ),
);

function packages(): Package[] {
  return ['packages', 'workers'].flatMap((group) =>
    readdirSync(join(root, group)).map((entry) => {
      const folder = join(root, group, entry);
      const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
        name: string;
        dependencies?: Record<string, string>;
      };
      const declared = new Set(Object.keys(manifest.dependencies ?? {}));
      return { name: manifest.name.replace('@severe/', ''), folder, declared };
    }),
  );
}

function sourceFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((entry) => {
    const path = join(folder, entry);
    if (statSync(path).isDirectory()) return sourceFiles(path);
    return /\.(ts|js|mjs|svelte)$/.test(entry) ? [path] : [];
  });
}

function importsOf(file: string): string[] {
  // Types of others are no imports: nothing of them is there when the program runs.
  const text = readFileSync(file, 'utf8').replace(/^\s*import type \{[^}]*\} from '(?!@severe)[^']+';$/gm, '');
  const pattern =
    /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s+['"]([^'"]+)['"]|^\s*import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;
  return [...text.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? match[3]);
}

describe('storeys', () => {
  it('every package lives on one', () => {
    expect(packages().map(({ name }) => name)).to.have.members([...storeyOf.keys()]);
  });

  for (const { name, folder, declared } of packages()) {
    it(`${name} imports only from below, and only what it declares`, () => {
      const wrong: string[] = [];
      for (const file of ['src', 'server', 'bin'].flatMap((part) => sourceFiles(join(folder, part)))) {
        for (const specifier of importsOf(file)) {
          if (specifier.startsWith('node:') || specifier.startsWith('.')) continue;
          const [scope, second] = specifier.split('/');
          const dependency = scope.startsWith('@') ? `${scope}/${second}` : scope;
          const where = `${file.slice(root.length)}: ${specifier}`;
          const tool = file.endsWith('-from-source.mjs') && tools.has(dependency);
          if (!declared.has(dependency) && !tool) wrong.push(`${where} is not declared`);
          if (scope !== '@severe') continue;
          const below = storeyOf.get(second) ?? Number.POSITIVE_INFINITY;
          if (below >= (storeyOf.get(name) as number)) wrong.push(`${where} is not below`);
        }
      }
      expect(wrong).to.deep.equal([]);
    });
  }

  it('the reader of values loads no heavy library', () => {
    const folder = join(root, 'packages/raster/src');
    const seen = new Set<string>();
    const visit = (file: string) => {
      if (seen.has(file)) return;
      seen.add(file);
      for (const specifier of importsOf(file)) {
        expect(['sharp', 'geotiff', 'proj4'], `${file} imports it`).not.to.include(specifier);
        if (specifier.startsWith('.')) visit(join(file, '..', specifier));
      }
    };
    visit(join(folder, 'values/index.ts'));
    expect(seen.size).to.be.greaterThan(1);
  });
});
