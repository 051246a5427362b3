import { expect } from 'chai';
import * as fc from 'fast-check';
import { borrow, giveBack, unfilter16 } from '../src/index.ts';
import { unfilter16 as twin } from './twins/unfilter16.ts';

function byKernel(rows: Uint8Array, width: number, height: number): Uint16Array | number {
  const space = borrow();
  const parts = space.layOut({ above: 2 * width, rows: rows.length });
  space.octets(parts.rows).set(rows);
  const samples = unfilter16(space, parts.rows, parts.above, width, height);
  const own = typeof samples === 'number' ? samples : samples.slice();
  giveBack(space);
  return own;
}

/** Mostly zeros, like filtered weather data. */
const difference = fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(255) });

const image = fc
  .record({ width: fc.integer({ min: 1, max: 70 }), height: fc.integer({ min: 1, max: 12 }) })
  .chain(({ width, height }) =>
    fc.record({
      width: fc.constant(width),
      height: fc.constant(height),
      types: fc.array(fc.nat(4), { minLength: height, maxLength: height }),
      bytes: fc.array(difference, { minLength: 2 * width * height, maxLength: 2 * width * height }),
    }),
  );

function rowsOf(types: number[], bytes: number[]): Uint8Array {
  const across = bytes.length / types.length;
  return Uint8Array.from(types.flatMap((type, row) => [type, ...bytes.slice(row * across, (row + 1) * across)]));
}

describe('unfilter16', () => {
  it('returns the same samples as its twin', () => {
    fc.assert(
      fc.property(image, ({ width, height, types, bytes }) => {
        const rows = rowsOf(types, bytes);
        expect(byKernel(rows, width, height)).to.deep.equal(twin(rows.slice(), width, height).slice());
      }),
      { numRuns: 1000 },
    );
  });

  it('returns the index of the first row with an unknown filter', () => {
    expect(byKernel(rowsOf([0, 4, 5, 9], [1, 2, 3, 4, 5, 6, 7, 8]), 1, 4)).to.equal(2);
  });
});
