import { expect } from 'chai';
import { batchRequests, coalesceRanges } from '../support/readers.ts';

const stretch = (start: number, length: number) => ({ start, length });
const sizes = (stretches: { start: number; length: number }[]) =>
  coalesceRanges(stretches).map(({ start, length, ranges: { length: count } }) => [start, length, count]);

describe('source/coalesce', () => {
  it('fetches neighbours with one request, over a gap of up to 16 KiB', () => {
    expect(sizes([stretch(100, 50), stretch(150, 50), stretch(200 + 16_384, 10)])).to.deep.equal([[100, 16_494, 3]]);
    expect(sizes([stretch(100, 50), stretch(150 + 16_385, 10)])).to.deep.equal([
      [100, 50, 1],
      [16_535, 10, 1],
    ]);
  });

  it('limits requests to 4 MiB, except for a longer range', () => {
    const half = 2 * 1024 ** 2;
    expect(sizes([0, 1, 2, 3, 4].map((i) => stretch(i * half, half)))).to.deep.equal([
      [0, 2 * half, 2],
      [2 * half, 2 * half, 2],
      [4 * half, half, 1],
    ]);
    expect(sizes([stretch(0, 9 * half), stretch(9 * half, 5)])).to.deep.equal([
      [0, 9 * half, 1],
      [9 * half, 5, 1],
    ]);
  });

  it('fetches shared octets once', () => {
    expect(sizes([stretch(8, 100), stretch(8, 100), stretch(50, 10)])).to.deep.equal([[8, 100, 3]]);
    expect(sizes([])).to.deep.equal([]);
  });

  it('limits concurrent requests and octets, and always makes progress', () => {
    const requests = [5, 5, 5, 90, 3, 3].map((length) => ({ ...stretch(0, length), ranges: [] }));
    const found = [...batchRequests(requests, { requests: 2, octets: 20 })].map((group) =>
      group.map(({ length }) => length),
    );
    expect(found).to.deep.equal([[5, 5], [5], [90], [3, 3]]);
  });
});
