import { expect } from 'chai';
import * as fc from 'fast-check';
import { borrow, giveBack, summariseLongs, summariseShorts } from '../src/index.ts';
import { summarise as twin } from './twins/summary.ts';

function byKernel(codes: Uint16Array, left: number[]) {
  const space = borrow();
  const { part } = space.layOut({ part: codes.byteLength });
  const inside = space.shorts(part);
  inside.set(codes);
  const summary = summariseShorts(space, inside, left);
  giveBack(space);
  return summary;
}

const code = fc.oneof(fc.constantFrom(0, 9000, 65_535), fc.nat(65_535));

describe('summariseShorts', () => {
  it('returns the same summary as its twin', () => {
    fc.assert(
      fc.property(fc.array(code, { minLength: 1, maxLength: 300 }), fc.array(code, { maxLength: 2 }), (codes, left) => {
        const kept = Uint16Array.from(codes);
        expect(byKernel(kept, left)).to.deep.equal(twin(kept, left));
      }),
      { numRuns: 1000 },
    );
  });

  it('computes sums beyond 32 bits', () => {
    expect(byKernel(new Uint16Array(1_000_003).fill(65_535), [])).to.deep.equal({
      min: 65_535,
      max: 65_535,
      sum: 65_535 * 1_000_003,
      present: 1_000_003,
    });
  });

  it('excludes each of a million codes', () => {
    expect(byKernel(new Uint16Array(1_000_003).fill(9000), [9000]).present).to.equal(0);
  });
});

describe('summariseLongs', () => {
  it('returns minimum, maximum, sum and number', () => {
    const long = fc.oneof(fc.constantFrom(-(2 ** 31), 2 ** 31 - 1), fc.integer());
    fc.assert(
      fc.property(fc.array(long, { minLength: 1, maxLength: 200 }), (codes) => {
        const space = borrow();
        const { part } = space.layOut({ part: 4 * codes.length });
        space.words(part).set(codes);
        expect(summariseLongs(space, space.words(part))).to.deep.equal({
          min: Math.min(...codes),
          max: Math.max(...codes),
          sum: codes.reduce((a, b) => a + b, 0),
          present: codes.length,
        });
        giveBack(space);
      }),
      { numRuns: 500 },
    );
  });
});
