import { readdirSync } from 'node:fs';
import { expect } from 'chai';

const source = new URL('../src/', import.meta.url);

/** Begin a page when they are loaded, or have files that only the bundle can load. */
const ofPages = /^(?:account|status)\/|^(?:basemap|begin|loop|main|screen)\.ts$|^detail\/add-detail\.ts$/;

describe('the modules of the map', () => {
  it('can be loaded without a page: none looks for its elements before it is used', async () => {
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
    const modules = files.filter((name) => name.endsWith('.ts') && !ofPages.test(name));
    const failed: string[] = [];
    for (const name of modules)
      await import(new URL(name, source).href).catch((error: unknown) => failed.push(`${name}: ${String(error)}`));
    expect(failed).to.deep.equal([]);
    expect(modules).to.include('player.ts');
  });
});
