import { expect } from 'chai';
import { noise, texture } from '../../src/model/noise.ts';
import { randomFrom, randomSequence } from '../../src/model/random.ts';

describe('model/random', () => {
  it('gives the same number for the same keys, in any order of calls', () => {
    const first = [randomFrom(1, 2, 3), randomFrom(1, 2, 4)];
    expect([randomFrom(1, 2, 4), randomFrom(1, 2, 3)]).to.deep.equal(first.toReversed());
  });

  it('is uniform: each tenth of the range gets a tenth of ten thousand draws, within five standard deviations', () => {
    const counts = Array<number>(10).fill(0);
    for (let i = 0; i < 10_000; i++) counts[Math.floor(10 * randomFrom(42, i))]++;
    for (const count of counts) expect(count).to.be.within(1000 - 150, 1000 + 150);
  });

  it('distinguishes large keys, such as times in milliseconds', () => {
    const draws = Array.from({ length: 1000 }, (_, i) => randomFrom(1.7e12 + i * 2 ** 32));
    expect(new Set(draws).size).to.equal(1000);
  });

  it('gives numbers between its limits', () => {
    const random = randomSequence(9, 9);
    for (let i = 0; i < 1000; i++) expect(random.between(-3, 5)).to.be.within(-3, 5);
  });
});

describe('model/noise', () => {
  const places = Array.from({ length: 2000 }, (_, i) => [
    300 * randomFrom(i, 1) - 150,
    300 * randomFrom(i, 2) - 150,
    9 * randomFrom(i, 3),
  ]);

  it('stays between −1 and 1 and uses most of that', () => {
    const values = places.map(([x, y, z]) => noise(x, y, z));
    expect(Math.max(...values)).to.be.within(0.7, 1);
    expect(Math.min(...values)).to.be.within(-1, -0.7);
  });

  it('is continuous across lattice lines and in time', () => {
    const step = 1e-4;
    for (const [x, y, z] of places) {
      expect(Math.abs(noise(x + step, y, z) - noise(x, y, z))).to.be.below(4 * step);
      expect(Math.abs(noise(Math.round(x) + step, y, z) - noise(Math.round(x) - step, y, z))).to.be.below(8 * step);
      expect(Math.abs(texture(x, y, z + step) - texture(x, y, z))).to.be.below(4 * step);
    }
  });
});
