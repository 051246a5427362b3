import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const packages = new URL('../../../', import.meta.url);

/** The source file of an entry of a workspace package, such as `@severe/tiff/container`. */
function sourceOf(specifier: string): URL {
  const [, name, ...rest] = specifier.split('/');
  const folder = new URL(`${name}/`, packages);
  const { exports } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')) as {
    exports: Record<string, { '@severe/source': string }>;
  };
  return new URL(exports[['.', ...rest].join('/')]['@severe/source'], folder);
}

/** Libraries that a module imports, directly or through other modules of the workspace; types do not count. */
function librariesOf(file: URL, seen = new Set<string>(), libraries = new Set<string>()): Set<string> {
  if (seen.has(file.href)) return libraries;
  seen.add(file.href);
  const source = readFileSync(fileURLToPath(file), 'utf8');
  for (const [, types, from] of source.matchAll(/^(?:import|export)\s+(type\s)?[^;]*?from\s+'([^']+)';/gm)) {
    if (types || from.startsWith('node:')) continue;
    if (from.startsWith('.')) librariesOf(new URL(from, file), seen, libraries);
    else if (from.startsWith('@severe/')) librariesOf(sourceOf(from), seen, libraries);
    else libraries.add(from);
  }
  return libraries;
}

describe('the entry @severe/raster/values', () => {
  it('loads no library but the small one of the grid of tiles', () => {
    expect([...librariesOf(sourceOf('@severe/raster/values'))]).to.deep.equal(['@mapbox/sphericalmercator']);
  });
});
