import { expect } from 'chai';
import type { Surroundings } from '@severe/db';
import { shareSurroundings } from '../../src/situation/share-surroundings.ts';

const at = new Date('2026-05-20T22:18:00Z');
const norman = { lat: 35.22, lon: -97.44 };
const woodward = { lat: 36.43, lon: -99.39 };

describe('api/situation/share-surroundings', () => {
  it('runs one statement for callers of one place at once, and another for each place', async () => {
    const { find, statements, answer } = heldStatements();
    const found = [norman, norman, woodward, norman].map((place) => find(place, at));
    expect(statements).to.deep.equal([norman, woodward]);
    answer();
    const [one, two, other, three] = await Promise.all(found);
    expect([two === one, three === one, other === one]).to.deep.equal([true, true, false]);
  });

  it('runs another statement for a caller that comes after the end of one', async () => {
    const { find, statements, answer } = heldStatements();
    answer();
    await find(norman, at);
    await find(norman, at);
    expect(statements).to.deep.equal([norman, norman]);
  });

  it('runs another statement for a caller that comes after all others have left', async () => {
    const { find, statements, answer } = heldStatements();
    const leaving = new AbortController();
    const left = find(norman, at, leaving.signal);
    leaving.abort();
    const next = find(norman, at);
    answer();
    expect(await next).not.to.equal(await left);
    expect(statements).to.deep.equal([norman, norman]);
  });
});

/** Statements that end when told to. */
function heldStatements() {
  const statements: object[] = [];
  let answer!: () => void;
  const held = new Promise<void>((resolve) => (answer = resolve));
  const find = shareSurroundings(() => ({
    async of(place) {
      statements.push(place);
      await held;
      return {} as Surroundings;
    },
  }));
  return { find, statements, answer };
}
