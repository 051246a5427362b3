import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository, with a slash at the end. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Package {
  /** Without the scope: `raster-worker`. */
  name: string;
  folder: string;
  /** Declared dependencies and their versions. */
  declared: Map<string, string>;
  version: string;
  /** Entry points (`.`, `./testing`) and their source files, where they have one. */
  exports: Map<string, string>;
}

export interface Import {
  specifier: string;
  /** Only types are imported: nothing is loaded when the program runs. */
  typeOnly: boolean;
  /** `import()`: loaded when this line runs. */
  dynamic: boolean;
  /** Words of the names that are imported; none if all of the file may be used. */
  names: string[];
}

const statement =
  /^\s*(?:import|export)\s+(?<type>type\b(?!\s*,|\s+from))?(?<names>[^'"`;]*?\bfrom\s+)?['"](?<from>[^'"]+)['"]|\bimport\(\s*['"](?<later>[^'"]+)['"]/gm;

/** The imports and re-exports of a file, in order. */
export function importsOf(file: string): Import[] {
  return [...readFileSync(file, 'utf8').matchAll(statement)].map(({ groups = {} }) => ({
    specifier: groups.from ?? groups.later,
    typeOnly: groups.type !== undefined,
    dynamic: groups.later !== undefined,
    names: groups.names?.includes('*') ? [] : (groups.names?.match(/[\w$]+/g) ?? []),
  }));
}

/** Source files below a folder, which may be absent; build output is left out. */
export function sourceFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return ['node_modules', 'dist', 'dist-server'].includes(entry.name) ? [] : sourceFiles(path);
    return /\.(ts|js|mjs)$/.test(entry.name) ? [path] : [];
  });
}

/** The files of a package that run where it is installed, and those that its pages are built of. */
export function productionFiles(folder: string): string[] {
  return ['src', 'server', 'bin'].flatMap((part) => sourceFiles(join(folder, part)));
}

/** All workspace packages. */
export function packages(): Package[] {
  return ['packages', 'workers'].flatMap((group) =>
    readdirSync(join(root, group)).flatMap((entry) => {
      const folder = join(root, group, entry);
      return existsSync(join(folder, 'package.json')) ? [readPackage(folder)] : [];
    }),
  );
}

function readPackage(folder: string): Package {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
    dependencies?: Record<string, string>;
    optionalDependencies?: Record<string, string>;
    exports?: Record<string, string | { '@severe/source'?: string }>;
  };
  const entries = Object.entries(manifest.exports ?? {}).flatMap(([entry, target]) => {
    const source = typeof target === 'string' ? target : target['@severe/source'];
    return source ? [[entry, join(folder, source)] as const] : [];
  });
  return {
    name: manifest.name.replace('@severe/', ''),
    folder,
    declared: new Map(Object.entries({ ...manifest.dependencies, ...manifest.optionalDependencies })),
    version: manifest.version,
    exports: new Map(entries),
  };
}

/** The source file of `@severe/name` or `@severe/name/part`. */
export function sourceOf(specifier: string, all = packages()): string {
  const [, name, ...part] = specifier.split('/');
  const source = all.find((one) => one.name === name)?.exports.get(['.', ...part].join('/'));
  if (!source) throw new Error(`no package exports ${specifier} from source`);
  return source;
}

/** The file that a relative import of `file` names. */
export function relativeTarget(file: string, specifier: string): string {
  return join(dirname(file), specifier);
}

/** Groups of nodes that reach each other, each sorted: the cycles of a graph (Tarjan). A node alone is no group. */
export function cyclesOf(edges: ReadonlyMap<string, Iterable<string>>): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (node: string): number => {
    const own = index.size;
    index.set(node, own);
    low.set(node, own);
    stack.push(node);
    for (const next of edges.get(node) ?? []) {
      if (!index.has(next)) low.set(node, Math.min(low.get(node) as number, visit(next)));
      else if (stack.includes(next)) low.set(node, Math.min(low.get(node) as number, index.get(next) as number));
    }
    if (low.get(node) === own) {
      const group = stack.splice(stack.indexOf(node));
      if (group.length > 1) cycles.push(group.toSorted());
    }
    return low.get(node) as number;
  };
  for (const node of edges.keys()) if (!index.has(node)) visit(node);
  return cycles;
}
