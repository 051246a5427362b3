import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const roots = ['benchmarks', 'docs', 'packages', 'scripts', 'test', 'workers'];
/** Paths of all our files, and of their folders with a slash at the end. */
const files = new Set(['CHANGELOG.md', 'README.md', ...roots.flatMap((folder) => [...filesBelow(folder)])]);
const folders = new Set([...files].flatMap(foldersOf));
const sources = [...files].filter((path) => /\.m?[jt]s$/.test(path));
const names = new Set(sources.flatMap((path) => read(path).match(/[A-Za-z_$][\w$]*/g) ?? []));

function* filesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    if (entry.isDirectory() && !['node_modules', 'dist'].includes(entry.name))
      yield* filesBelow(`${folder}/${entry.name}`);
    else if (entry.isFile()) yield `${folder}/${entry.name}`;
  }
}

function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, i) => `${parts.slice(0, i + 1).join('/')}/`);
}

/** Whether a file or folder has this path, or one that ends with it: guides shorten paths. */
const isThere = (all: Set<string>, path: string): boolean =>
  all.has(path) || [...all].some((existing) => existing.endsWith(`/${path}`));

/** Code blocks whose first line names their file. */
const listings = (guide: string): { path: string; code: string }[] =>
  [...guide.matchAll(/^```ts\n\/\/ (\S+)\n(.*?)^```/gms)].map(([, path, code]) => ({ path, code }));

/** Imports of a listing from our files, as `path#name`. */
const importsOf = ({ path, code }: { path: string; code: string }): string[] =>
  [...code.matchAll(/^import (?:type )?\{([^}]+)\} from '(\.[^']+)';/gm)].flatMap(([, list, from]) =>
    list.split(',').map((name) => `${join(dirname(path), from)}#${name.replace('type ', '').trim()}`),
  );

function isExported(imported: string): boolean {
  const [path, name] = imported.split('#');
  return files.has(path) && new RegExp(`^export (?:async )?\\w+ ${name}\\b`, 'm').test(read(path));
}

for (const file of readdirSync(join(root, 'docs')).filter((name) => /^(adding-|architecture)/.test(name))) {
  const guide = read(`docs/${file}`);
  const asCode = [...guide.replace(/^ *```.*?^ *```/gms, '').matchAll(/`([^`]+)`/g)].map(([, text]) => text);
  const own = listings(guide).map(({ code }) => code).join(); // prettier-ignore

  describe(`docs/${file}`, () => {
    it('names existing files and folders', () => {
      const paths = asCode.filter((text) => /^[\w@.-]+(\/[\w@.-]+)*(\.[jt]s|\.md|\/)$/.test(text));
      expect(paths).to.have.length.above(1);
      expect(paths.filter((path) => !isThere(path.endsWith('/') ? folders : files, path))).to.deep.equal([]);
    });

    it('links to existing guides', () => {
      const links = [...guide.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path]) => join('docs', path));
      expect(links.filter((path) => !(path.endsWith('/') ? folders : files).has(path))).to.deep.equal([]);
    });

    it('uses existing names', () => {
      const called = asCode.flatMap((text) => text.match(/\b(?:[a-z]+|[A-Z][a-z]+)[A-Z]\w*/g) ?? []);
      expect(called).to.have.length.above(1);
      expect(called.filter((name) => !names.has(name) && !own.includes(name))).to.deep.equal([]);
    });

    for (const listing of listings(guide)) {
      if (files.has(listing.path)) {
        it(`shows the content of ${listing.path}`, () => expect(listing.code).to.equal(read(listing.path)));
      } else {
        it(`imports existing names in ${listing.path}`, () => {
          expect(importsOf(listing)).to.have.length.above(1);
          expect(importsOf(listing).filter((imported) => !isExported(imported))).to.deep.equal([]);
        });
      }
    }
  });
}
