import { expect } from 'chai';
import { advected, coarsenEcho, faded, originsAfter, type Codes } from '../src/index.ts';
import { seeded } from '@severe/testing/seeded';

const missing = 65535;

/** Patches of echo on a calm ground, with parts that were not observed. */
function patches(random: () => number, width: number, height: number): Codes<Uint16Array> {
  const packed = new Uint16Array(width * height).fill(3);
  for (let patch = 0; patch < 6; patch++) {
    const [left, top] = [Math.floor(random() * width), Math.floor(random() * height)];
    for (let row = top; row < Math.min(top + 11, height); row++)
      for (let column = left; column < Math.min(left + 14, width); column++)
        packed[row * width + column] = patch < 2 ? missing : Math.floor(random() * 900);
  }
  return { width, height, packed, absent: [missing] };
}

const differing = (one: ArrayLike<number>, other: ArrayLike<number>, most: number): number =>
  Array.from(one).filter((code, i) => Math.abs(code - other[i]) > most).length;

describe('codes of more than 16 bits', () => {
  it('move, fade and are summed like those of 16 bits', () => {
    const random = seeded(11);
    for (let round = 0; round < 10; round++) {
      const [width, height] = [30 + Math.floor(random() * 90), 20 + Math.floor(random() * 60)];
      const codes = patches(random, width, height);
      const long = { ...codes, packed: Int32Array.from(codes.packed) };
      const plane = (most: number) => ({
        width: 9,
        height: 7,
        values: Float32Array.from({ length: 63 }, () => (random() - 0.4) * most),
      });
      const origins = originsAfter({ u: plane(2), v: plane(1), factor: Math.ceil(width / 9) }, [5, 15]);
      const options = { coarsening: 1, outside: missing };
      const moved = Array.from(advected(long, origins, options), (each) => each.slice());
      let i = 0;
      for (const each of advected(codes, origins, options))
        expect(differing(each, moved[i++], 1), `moved, round ${round}`).to.be.at.most(1); // one that is halfway between two
      for (const cellKm of [0.7, 1, 3])
        expect(differing(faded(codes, cellKm), faded(long, cellKm), 0), `faded, round ${round}`).to.equal(0);
      const valueOf = (code: number): number => (code === missing ? NaN : code / 10 - 20);
      const [one, other] = [codes, long].map((each) =>
        coarsenEcho(each, { factor: 3, scale: 'decibel', minutes: 0 }, valueOf),
      );
      expect(differing(one.known.values, other.known.values, 1e-6)).to.equal(0);
      expect(differing(one.echo.values, other.echo.values, 1e-3)).to.equal(0);
    }
  });
});
