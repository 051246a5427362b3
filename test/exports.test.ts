import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect } from 'chai';
import { importsOf, packages, productionFiles, relativeTarget, root, sourceFiles } from './support/imports.ts';

/** Types by whose names the compiler writes an inferred type of another file. */
const namedByTheCompiler = new Set(['Column', 'Received', 'Unshaped']);

const declaration = /^export (?:async )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;

/** Names by which a thread pool calls functions of its thread. */
const calledByName = new Set(['findArrivals', 'findStorms', 'parse', 'render']);

const all = packages();
const entries = new Map(
  all.flatMap(({ name, exports }) =>
    [...exports].map(([entry, file]) => [join('@severe', name, entry), file] as const),
  ),
);

/** The source of what a file imports, or of its build; undefined for a file of another project. */
function targetOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return relativeTarget(file, specifier).replace(/\/dist\/(.*)\.js$/, '/src/$1.ts');
  const folder = [...entries.keys()].find((entry) => entry.endsWith('*') && specifier.startsWith(entry.slice(0, -1)));
  return entries.get(specifier) ?? (folder && entries.get(folder)!.replace('*', specifier.slice(folder.length - 1)));
}

/** Names that other files import from a file; `*` if they may use all of it. */
const imported = new Map<string, Set<string>>();
const folders = ['packages', 'workers', 'test', 'scripts', 'benchmarks'];
for (const file of folders.flatMap((folder) => sourceFiles(join(root, folder)))) {
  for (const { specifier, names } of importsOf(file)) {
    const target = targetOf(file, specifier);
    if (target === undefined) continue;
    const known = imported.get(target) ?? new Set();
    for (const name of names.length > 0 ? names : ['*']) known.add(name);
    imported.set(target, known);
  }
}

function isImported(file: string, name: string): boolean {
  const names = imported.get(file);
  return names !== undefined && (names.has(name) || names.has('*'));
}

describe('exports', () => {
  for (const { name, folder } of all) {
    it(`those of ${name} are imported by other files`, () => {
      const files = productionFiles(folder).filter((file) => !/\/(index|generated)\.ts$/.test(file));
      const unused = files.flatMap((file) =>
        Array.from(readFileSync(file, 'utf8').matchAll(declaration), ([, exported]) => exported)
          .filter((exported) => !isImported(file, exported))
          .filter((exported) => !namedByTheCompiler.has(exported) && !calledByName.has(exported))
          .map((exported) => `${relative(root, file)}: ${exported}`),
      );
      expect(unused).to.deep.equal([]);
    });
  }
});
