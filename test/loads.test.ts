import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What a file imports before it runs: neither types, nor what `import()` fetches later. */
function importsOf(file: string): string[] {
  const statement = /^(?:import|export)\s+(?!type\b)(?:[^'"`;]*?\bfrom\s+)?'([^']+)';/gm;
  return [...readFileSync(file, 'utf8').matchAll(statement)].map((match) => match[1]);
}

/** The source that `@severe/name` or `@severe/name/part` stands for. */
function sourceOf(specifier: string): string {
  const [, name, ...part] = specifier.split('/');
  const folder = ['packages', 'workers']
    .map((group) => join(root, group, name.replace('raster-worker', 'raster')))
    .find((path) => existsSync(join(path, 'package.json')) && manifestOf(path).name === `@severe/${name}`);
  if (!folder) throw new Error(`no folder holds @severe/${name}`);
  return join(folder, manifestOf(folder).exports[['.', ...part].join('/')]['@severe/source']);
}

function manifestOf(folder: string): { name: string; exports: Record<string, Record<string, string>> } {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as ReturnType<typeof manifestOf>;
}

/** The libraries of others that are loaded before the first line of a file runs. */
function librariesOf(entry: string): string[] {
  const seen = new Set<string>();
  const libraries = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const specifier of importsOf(file)) {
      if (specifier.startsWith('.')) visit(join(file, '..', specifier));
      else if (specifier.startsWith('@severe/')) visit(sourceOf(specifier));
      else if (!specifier.startsWith('node:')) libraries.add(specifier);
    }
  };
  visit(join(root, entry));
  expect(seen.size).to.be.greaterThan(10);
  return [...libraries];
}

// To load a library takes as long as to decode a field: a command waits for none that it does not use.
describe('what is loaded', () => {
  it('by the command itself is what reads its arguments', () => {
    expect(librariesOf('packages/severe/src/main.ts')).to.deep.equal(['commander']);
  });

  for (const file of ['render/render-file.ts', 'decode/decode-file.ts', 'decode/grib2.ts', 'decode/geotiff.ts']) {
    it(`by ${file} is our own`, () => {
      expect(librariesOf(`packages/severe/src/commands/${file}`)).to.deep.equal([]);
    });
  }

  it('and a service is found to load its libraries, by the same count', () => {
    expect(librariesOf('packages/severe/src/service.ts')).to.include.members(['koa', 'piscina', 'polyclip-ts']);
  });
});
