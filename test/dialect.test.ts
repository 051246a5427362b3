import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect } from 'chai';
import { packages, root, sourceFiles } from './support/imports.ts';

const folders = [
  ...packages().flatMap(({ folder }) => ['src', 'server', 'generate', 'test'].map((part) => join(folder, part))),
  ...['test', 'benchmarks', 'scripts'].map((part) => join(root, part)),
];
const files = folders.flatMap(sourceFiles).filter((file) => /\.m?ts$/.test(file));

/** Lines of all files that match, as `path:line: text`. */
const linesWith = (pattern: RegExp, only = files): string[] =>
  only.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, i) => (pattern.test(line) ? [`${relative(root, file)}:${i + 1}: ${line.trim()}`] : [])),
  );

// The rules of "One dialect" in CONTRIBUTING.md that the linter has no rule for.
describe('the dialect', () => {
  it('names constants in camelCase', () => {
    const declaration = /^\s*(?:export )?(?:declare )?(?:const|let|static|static readonly|readonly) [A-Z][A-Z0-9_]+\b/;
    expect(linesWith(declaration)).to.deep.equal([]);
  });

  it('writes private members as #name', () => {
    expect(linesWith(/^\s*(?:constructor\()?(?:private|protected|public) [a-z#]/)).to.deep.equal([]);
  });

  it('names the fields of database rows in camelCase', () => {
    // other files of a table may hold the shapes of JSON columns and of messages, which are snake_case
    const rows = files.filter((file) => /packages\/db\/src\/tables\/.*\/table\.ts$/.test(file));
    expect(rows.length).to.be.greaterThan(10);
    expect(linesWith(/^\s+(?:readonly )?[a-z]+_\w+\??: [A-Za-z]/, rows)).to.deep.equal([]);
  });
});
