import { expect } from 'chai';
import * as fc from 'fast-check';
import { borrow, giveBack, integrate, unpackGroups } from '../src/index.ts';
import * as twin from './twins/groups.ts';

const group = fc.record({
  reference: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  width: fc.integer({ min: 0, max: 31 }),
  length: fc.nat(40),
});

const groups = fc.array(group, { minLength: 1, maxLength: 30 }).chain((list) => {
  const bits = list.reduce((sum, { width, length }) => sum + width * length, 0);
  const bytes = Math.ceil(bits / 8);
  return fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((data) => ({
    references: Int32Array.from(list, ({ reference }) => reference),
    widths: Int32Array.from(list, ({ width }) => width),
    lengths: Int32Array.from(list, ({ length }) => length),
    data,
  }));
});

const word = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });

describe('groups', () => {
  it('unpack to the same values as their twin', () => {
    fc.assert(
      fc.property(groups, (lists) => {
        const space = borrow();
        const needed = twin.unpackGroups(lists);
        expect([...unpackGroups(space, lists, needed.length)]).to.deep.equal(needed);
        giveBack(space);
      }),
      { numRuns: 500 },
    );
  });

  it('are integrated once and twice like in their twin, also with too few values', () => {
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 50 }),
        fc.constantFrom<(1 | 2)[]>(1, 2),
        word,
        (list, order, smallest) => {
          const space = borrow();
          const { part } = space.layOut({ part: 4 * list.length });
          const values = space.words(part);
          values.set(list);
          integrate(space, values, order, smallest);
          expect([...values]).to.deep.equal(twin.integrate(list, order, smallest));
          giveBack(space);
        },
      ),
      { numRuns: 500 },
    );
  });
});
