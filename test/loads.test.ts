import { join } from 'node:path';
import { expect } from 'chai';
import { importsOf, packages, relativeTarget, root, sourceOf } from './support/imports.ts';

const all = packages();

/** Ten kilobytes of text, which everything that knows tiles loads. */
const light = new Set(['@mapbox/sphericalmercator']);

/** The third-party libraries that are loaded before the first line of a file runs, without the light ones. */
function librariesOf(entry: string): string[] {
  const seen = new Set<string>();
  const libraries = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const { specifier, typeOnly, dynamic } of importsOf(file)) {
      if (typeOnly || dynamic || specifier.startsWith('node:')) continue;
      if (specifier.startsWith('.')) visit(relativeTarget(file, specifier));
      else if (specifier.startsWith('@severe/')) visit(sourceOf(specifier, all));
      else if (!light.has(specifier)) libraries.add(specifier);
    }
  };
  visit(join(root, entry));
  expect(seen.size).to.be.greaterThan(10);
  return [...libraries];
}

// Loading a library takes as long as decoding a field, so a command loads only those that it uses.
describe('loaded libraries', () => {
  it('the command loads only the parser of its arguments', () => {
    expect(librariesOf('packages/severe/src/main.ts')).to.deep.equal(['commander']);
  });

  for (const file of ['render/render-file.ts', 'decode/decode-file.ts', 'decode/grib2.ts', 'decode/geotiff.ts']) {
    it(`${file} loads none`, () => {
      expect(librariesOf(`packages/severe/src/commands/${file}`)).to.deep.equal([]);
    });
  }

  it('the entry of value files, which every point reads by, loads none', () => {
    expect(librariesOf('packages/raster/src/values/index.ts')).to.deep.equal([]);
  });

  it('the service loads its libraries, counted the same way', () => {
    expect(librariesOf('packages/severe/src/service.ts')).to.include.members(['koa', 'piscina', 'polyclip-ts']);
  });
});
