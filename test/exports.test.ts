import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect } from 'chai';
import { packages, productionFiles, root, sourceFiles } from './support/imports.ts';

/** Types by whose names the compiler writes an inferred type of another file. */
const namedByTheCompiler = new Set([
  'Audit',
  'DamageTracks',
  'DeadLetters',
  'FrameJobs',
  'SourceRuns',
  'Traffic',
  'TropicalOutlooks',
  'TropicalStorms',
  'UnknownWords',
  'Unshaped',
  'UserTokens',
]);

const declaration = /^export (?:async )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;

/** Files that name an identifier. */
const users = new Map<string, number>();
const folders = ['packages', 'workers', 'test', 'scripts', 'benchmarks'];
for (const file of folders.flatMap((folder) => sourceFiles(join(root, folder)))) {
  for (const name of new Set(readFileSync(file, 'utf8').match(/\b[A-Za-z_]\w*\b/g)))
    users.set(name, (users.get(name) ?? 0) + 1);
}

describe('exports', () => {
  for (const { name, folder } of packages()) {
    it(`those of ${name} are used by other files`, () => {
      const files = productionFiles(folder).filter((file) => !/\/(index|generated)\.ts$/.test(file));
      const unused = files.flatMap((file) =>
        Array.from(readFileSync(file, 'utf8').matchAll(declaration), ([, exported]) => exported)
          .filter((exported) => (users.get(exported) ?? 0) < 2 && !namedByTheCompiler.has(exported))
          .map((exported) => `${relative(root, file)}: ${exported}`),
      );
      expect(unused).to.deep.equal([]);
    });
  }
});
