import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { importsOf, packages, productionFiles, root } from './support/imports.ts';

/** The libraries of the design. `geotiff` is an oracle of tests only: docs/decisions/2026-11-30-geotiff-by-blocks.md. */
const production = [
  'koa',
  '@koa/router',
  'koa-body',
  'piscina',
  'sharp',
  'proj4',
  '@mapbox/sphericalmercator',
  'minio',
  'pg',
  'knex',
  'ioredis',
  'bull',
  'ajv',
];
const development = ['mocha', 'chai'];

const { testing, ...rest } = Object.fromEntries(packages().map((one) => [one.name, one]));
const all = Object.values(rest);

/** `@scope/name` or `name`, of the specifier of an import. */
function packageOf(specifier: string): string {
  const [scope, second] = specifier.split('/');
  return scope.startsWith('@') ? `${scope}/${second}` : scope;
}

/** The packages that a file loads: by an import, or by name where it has a `require` of its own. Types alone count of our packages. */
function loadedBy(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const imported = importsOf(file).flatMap(({ specifier, typeOnly }) =>
    typeOnly && !specifier.startsWith('@severe/') ? [] : [packageOf(specifier)],
  );
  const required = text.includes('createRequire(')
    ? Array.from(text.matchAll(/'([@\w][^'\s]*)'/g), ([, name]) => packageOf(name))
    : [];
  return [...imported, ...required];
}

const loaded = new Map(all.map(({ name, folder }) => [name, new Set(productionFiles(folder).flatMap(loadedBy))]));

// That every import is declared is among the facts of `layers.test.ts`.
describe('dependencies', () => {
  for (const { name, declared } of all) {
    it(`those of ${name} are all loaded by its production code`, () => {
      const unused = [...declared.keys()].filter((dependency) => !loaded.get(name)!.has(dependency));
      expect(unused).to.deep.equal([]);
    });
  }

  it('those of the test supports are all loaded by them', () => {
    const used = new Set(productionFiles(testing.folder).flatMap(loadedBy));
    expect([...testing.declared.keys()].filter((dependency) => !used.has(dependency))).to.deep.equal([]);
  });

  it('the root has none of production', () => {
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, object>;
    expect(manifest).to.not.have.any.keys('dependencies', 'optionalDependencies');
    expect(manifest.devDependencies).to.include.keys(development);
    expect(Object.keys(manifest.devDependencies).filter((dependency) => production.includes(dependency))).to.deep.equal(
      [],
    );
  });

  for (const library of production) {
    it(`${library}, of the design, is loaded by production code`, () => {
      const users = all.filter(({ name, declared }) => declared.has(library) && loaded.get(name)!.has(library));
      expect(users.length).to.be.greaterThan(0);
    });
  }
});
