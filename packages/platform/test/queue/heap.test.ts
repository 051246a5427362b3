import { expect } from 'chai';
import { array, assert, integer, option, property } from 'fast-check';
import { createHeap } from '../../src/queue/heap.ts';

describe('platform/queue/heap', () => {
  it('returns all items in order, for any sequence of calls', () => {
    // A number is put in; a null takes the first one out. An ordinary sorted array says what is expected.
    assert(
      property(array(option(integer())), (steps) => {
        const heap = createHeap<number>((a, b) => a < b);
        const sorted: number[] = [];
        for (const step of steps) {
          if (step === null) {
            expect(heap.pop()).to.equal(sorted.shift());
          } else {
            heap.push(step);
            sorted.push(step);
            sorted.sort((a, b) => a - b);
          }
          expect(heap.size).to.equal(sorted.length);
        }
        for (const expected of sorted) expect(heap.pop()).to.equal(expected);
        expect(heap.pop()).to.equal(undefined);
      }),
    );
  });
});
