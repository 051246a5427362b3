import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const entry = new URL('../../src/values/index.ts', import.meta.url);

/** What a module and all that it reaches by relative paths import from elsewhere; types cost nothing and do not count. */
function importsOf(file: URL, seen = new Set<string>(), outside = new Set<string>()): Set<string> {
  if (seen.has(file.href)) return outside;
  seen.add(file.href);
  const source = readFileSync(fileURLToPath(file), 'utf8');
  for (const [, types, from] of source.matchAll(/^(?:import|export)\s+(type\s)?[^;]*?from\s+'([^']+)';/gm)) {
    if (types) continue;
    if (from.startsWith('.')) importsOf(new URL(from, file), seen, outside);
    else outside.add(from);
  }
  return outside;
}

describe('the entry @severe/raster/values', () => {
  it('loads neither a picture library nor a projection library nor another reader of GeoTIFF', () => {
    expect([...importsOf(entry)]).to.have.members([
      '@severe/base',
      '@severe/geo',
      '@severe/tiff/container',
      'node:module',
      'node:zlib',
    ]);
  });
});
