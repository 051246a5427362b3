import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect } from 'chai';
import { packages, productionFiles, root } from './support/imports.ts';

const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const maxWidth = 140;
/** One line for each change. */
const unwrapped = ['CHANGELOG.md'];

/** Names in comments that are not names of this code: of providers and libraries, or made of parts. */
const foreign = [
  'AlertCollection',
  'execProtocolRaw',
  'getRadarTilesProductJson',
  'refreshTiles',
  'seriesCatalogOutput',
];
const comment = /\/\*[\s\S]*?\*\/|(?<![:\w"'`])\/\/.*/g;
const identifier = /^(?:[a-z]+[A-Z]\w*|[A-Z][a-z]\w*[A-Z]\w*)$/;
const codeFile = /\.(?:[cm]?[jt]s|html|css|json|sql|sh)$/;

describe('prose', () => {
  it(`of documents has lines of at most ${maxWidth} characters, outside of tables, code and links`, () => {
    const wide = tracked
      .filter((file) => file.endsWith('.md') && !unwrapped.includes(file))
      .flatMap((file) => {
        const lines = read(file)
          .replace(/^ *```[\s\S]*?^ *```/gm, (code) => code.replace(/.+/g, ''))
          .split('\n');
        return lines.flatMap((line, i) => {
          const shown = line.replace(/\]\([^)]*\)/g, ']');
          return line.startsWith('|') || Array.from(shown).length <= maxWidth ? [] : [`${file}:${i + 1}`];
        });
      });
    expect(wide).to.deep.equal([]);
  });

  it('of comments names what exists', () => {
    const code = tracked.filter((file) => codeFile.test(file) && file !== 'package-lock.json').map(read);
    const known = new Set([
      ...foreign,
      ...code.flatMap((text) => text.replaceAll(comment, ' ').match(/[A-Za-z_$][\w$]*/g) ?? []),
    ]);
    const files = new Set(tracked.map((file) => basename(file)));
    const ghosts = packages()
      .flatMap(({ folder }) => productionFiles(folder))
      .flatMap((file) => {
        const comments = readFileSync(file, 'utf8').match(comment) ?? [];
        const names = comments.flatMap((text) =>
          Array.from(text.matchAll(/`([^`\s]+?)(?:\(\))?`/g), ([, name]) => name),
        );
        return names
          .filter((name) =>
            /^[\w./-]+\.(?:ts|mjs|md|css)$/.test(name)
              ? !files.has(basename(name))
              : identifier.test(name) && !known.has(name),
          )
          .map((name) => `${file.slice(root.length)}: ${name}`);
      });
    expect(ghosts).to.deep.equal([]);
  });
});
