import { expect } from 'chai';
import { spansOf } from '../../src/warp/spans.ts';

/** Pixels of `size` cells from `start` on. */
function pixels(start: number, size: number, count: number) {
  const edges = Float64Array.from({ length: count + 1 }, (_, i) => start + i * size);
  const centres = Float64Array.from({ length: count }, (_, i) => start + (i + 0.5) * size);
  return { edges, centres };
}

function ranges(start: number, size: number, count: number, cells: number) {
  const { edges, centres } = pixels(start, size, count);
  const { first, last, from, to } = spansOf(edges, centres, cells);
  return { from, to, cells: Array.from({ length: to - from }, (_, i) => [first[from + i], last[from + i]]) };
}

describe('warp/spans', () => {
  it('gives a large pixel every cell that it touches: three, for one of 1.1 cells over two edges', () => {
    expect(ranges(0.95, 1.1, 3, 10).cells).to.deep.equal([
      [0, 2], // 0.95 to 2.05
      [2, 3], // 2.05 to 3.15
      [3, 4], // 3.15 to 4.25
    ]);
  });

  it('gives a small pixel the cell under its centre', () => {
    expect(ranges(0, 0.4, 5, 10).cells).to.deep.equal([[0, 0], [0, 0], [1, 1], [1, 1], [1, 1]]); // prettier-ignore
  });

  it('counts neither a shared edge nor a rounding error as touching', () => {
    expect(ranges(2, 2, 2, 10).cells).to.deep.equal([[2, 3], [4, 5]]); // prettier-ignore
    expect(ranges(2 - 1e-12, 2, 1, 10).cells).to.deep.equal([[2, 3]]);
  });

  it('gives pixels outside the grid no cells and clips those at its edge', () => {
    expect(ranges(-5, 2, 10, 4)).to.deep.equal({ from: 2, to: 5, cells: [[0, 0], [1, 2], [3, 3]] }); // prettier-ignore
    expect(ranges(-5, 0.5, 40, 4).from).to.equal(10);
    expect(ranges(-5, 0.5, 40, 4).to).to.equal(18);
  });

  it('has no cells outside the grid', () => {
    for (const start of [-20, 20]) {
      const { from, to } = ranges(start, 1.5, 4, 10);
      expect(to <= from, `pixels from ${start}`).to.equal(true);
    }
  });
});
