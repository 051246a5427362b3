import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect } from 'chai';
import {
  cyclesOf,
  importsOf,
  packages,
  productionFiles,
  relativeTarget,
  root,
  sourceFiles,
  sourceOf,
} from './support/imports.ts';

/** Imports go to lower layers only. Packages of `knowledge` may use each other, without a cycle. */
const layers = {
  foundation: ['kernels'],
  knowledge: [
    'async',
    'base',
    'tracing',
    'geo',
    'projection',
    'tiff',
    'netcdf',
    'grib2',
    'nexrad',
    'thermo',
    'storms',
    'nowcast',
    'assessment',
  ],
  components: ['catalogue', 'raster', 'platform', 'db', 'http', 'outbound', 'client', 'mail', 'recording'],
  applications: ['api', 'tiles', 'viewer', 'mcp', 'simulator', 'ingest', 'raster-worker', 'mail-worker', 'webhooks'],
  command: ['severe'],
};
const order = Object.keys(layers);
const layerOf = new Map(
  Object.entries(layers).flatMap(([layer, names]) => names.map((name) => [name, layer] as const)),
);

const everything = packages();
/** Test supports that all packages share; they are in no layer and import none. */
const testing = everything.find(({ name }) => name === 'testing')!;
const all = everything.filter((one) => one !== testing);

/** Development tools of the whole repository. Files `*-from-source.mjs` run from source only, and may import them. */
const tools = new Set(
  Object.keys(
    (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { devDependencies: object }).devDependencies,
  ),
);

function mayImport(importer: string, imported: string): boolean {
  const [from, to] = [importer, imported].map((name) => layerOf.get(name) ?? 'unknown');
  return order.indexOf(to) < order.indexOf(from) || (from === 'knowledge' && to === 'knowledge');
}

/** Files and what they import, of files in the tree; without `types`, what is loaded before the first line runs. */
function graph({ types }: { types: boolean }): Map<string, string[]> {
  const files = all.flatMap(({ folder }) => productionFiles(folder));
  return new Map(
    files.map((file) => {
      const imports = importsOf(file).filter(({ typeOnly, dynamic }) => types || (!typeOnly && !dynamic));
      const targets = imports.flatMap(({ specifier }) => {
        if (specifier.startsWith('.')) return [relativeTarget(file, specifier)];
        return specifier.startsWith('@severe/') && !types ? [sourceOf(specifier, all)] : [];
      });
      return [file, targets];
    }),
  );
}

const cyclesOfFiles = (edges: Map<string, string[]>): string[][] =>
  cyclesOf(edges).map((cycle) => cycle.map((file) => relative(root, file)));

describe('layers', () => {
  it('every package is in one layer', () => {
    const unplaced = all.map(({ name }) => name).filter((name) => !layerOf.has(name));
    expect(unplaced).to.deep.equal([]);
  });

  for (const { name, folder, declared } of all) {
    it(`${name} imports only lower layers, and only declared dependencies`, () => {
      const wrong: string[] = [];
      for (const file of productionFiles(folder)) {
        for (const { specifier, typeOnly } of importsOf(file)) {
          if (specifier.startsWith('node:') || specifier.startsWith('.')) continue;
          const [scope, second] = specifier.split('/');
          const dependency = scope.startsWith('@') ? `${scope}/${second}` : scope;
          const where = `${relative(root, file)}: ${specifier}`;
          // types of other libraries are needed by the compiler only
          const free =
            (typeOnly && scope !== '@severe') || (file.endsWith('-from-source.mjs') && tools.has(dependency));
          if (!declared.has(dependency) && !free) wrong.push(`${where} is not declared`);
          if (scope === '@severe' && !mayImport(name, second)) wrong.push(`${where} is not in a lower layer`);
        }
      }
      expect(wrong).to.deep.equal([]);
    });
  }

  it('all packages have one version and depend on each other in it', () => {
    const [{ version }] = everything;
    const wrong = everything.flatMap((one) => [
      ...(one.version === version ? [] : [`${one.name} ${one.version}`]),
      ...[...one.declared]
        .filter(([dependency, wanted]) => dependency.startsWith('@severe/') && wanted !== version)
        .map(([dependency, wanted]) => `${one.name}: ${dependency} ${wanted}`),
    ]);
    expect(wrong).to.deep.equal([]);
  });

  it('packages do not depend on each other in a cycle', () => {
    const edges = all.map(
      ({ name, declared }) =>
        [name, [...declared.keys()].map((dependency) => dependency.replace('@severe/', ''))] as const,
    );
    expect(cyclesOf(new Map(edges))).to.deep.equal([]);
  });

  it('no values are imported in a cycle', () => {
    expect(cyclesOfFiles(graph({ types: false }))).to.deep.equal([]);
  });

  it('no files of a package import each other in a cycle, types included', () => {
    expect(cyclesOfFiles(graph({ types: true }))).to.deep.equal([]);
  });

  it('no file imports a file of another package by its path', () => {
    const folders = everything.map(({ folder }) => folder);
    const homeOf = (file: string): string => folders.find((folder) => file.startsWith(`${folder}/`)) ?? root;
    const files = [...folders, ...['test', 'benchmarks', 'scripts'].map((name) => join(root, name))].flatMap(
      sourceFiles,
    );
    // The subject of docs/adding-a-subject.md stands for files inside three packages.
    const standIns = join(root, 'test', 'subject');
    const leaving = files
      .filter((file) => !file.startsWith(standIns))
      .flatMap((file) =>
        importsOf(file)
          .filter(({ specifier }) => specifier.startsWith('.'))
          .filter(({ specifier }) => homeOf(relativeTarget(file, specifier)) !== homeOf(file))
          .map(({ specifier }) => `${relative(root, file)}: ${specifier}`),
      );
    expect(leaving).to.deep.equal([]);
  });

  it('only tests, benchmarks and scripts import test supports', () => {
    const wrong = all.flatMap(({ folder }) =>
      productionFiles(folder).filter((file) =>
        importsOf(file).some(({ specifier }) => /\/testing(\/|$)/.test(specifier)),
      ),
    );
    expect(wrong).to.deep.equal([]);
    const imported = sourceFiles(testing.folder).flatMap(importsOf);
    expect(imported.filter(({ specifier }) => /^@severe\/(?!testing)/.test(specifier))).to.deep.equal([]);
  });

  it('the reader of value files loads no heavy library', () => {
    const seen = new Set<string>();
    const visit = (file: string): void => {
      if (seen.has(file)) return;
      seen.add(file);
      for (const { specifier, typeOnly } of importsOf(file)) {
        if (typeOnly) continue;
        expect(['sharp', 'geotiff', 'proj4'], `${file} imports it`).not.to.include(specifier);
        if (specifier.startsWith('.')) visit(relativeTarget(file, specifier));
      }
    };
    visit(sourceOf('@severe/raster/values', all));
    expect(seen.size).to.be.greaterThan(1);
  });
});
