import { expect } from 'chai';
import {
  chancesAfter,
  originsAfter,
  pastAges,
  unknownChance,
  type CodesWithUnknown,
  type Motion,
} from '../src/index.ts';

const [width, height] = [80, 60];
const missing = 0;
const nothing = 1;
const grid = { coarsening: 1, cellKm: 2 };

/** Codes without an echo, but in one cell or where a function says so. */
function codesOf(codeAt: (column: number, row: number) => number): CodesWithUnknown {
  const packed = Uint16Array.from({ length: width * height }, (_, i) => codeAt(i % width, Math.floor(i / width)));
  return { width, height, packed, absent: [missing, nothing], unknown: [missing] };
}

/** Echoes that do not move. */
const [still] = originsAfter(motionOf(0), [5]);

/** The same everywhere. @param u cells a minute eastwards */
function motionOf(u: number): Motion {
  const plane = (value: number) => ({ width: 2, height: 2, values: new Float32Array(4).fill(value) });
  return { u: plane(u), v: plane(0), factor: width / 2 };
}

/** Chances of codes of at least 100 and 200, by lead time. */
const chancesOf = (codes: CodesWithUnknown, leads = [5, 30, 60], on = grid, origins = still) => {
  const given = leads.map((minutes) => ({ minutes, origins }));
  return Array.from(chancesAfter(codes, [100, 200], on, given), (chances) =>
    chances.map((each) => ({ ...each, packed: each.packed.slice() })),
  );
};

const sum = (values: ArrayLike<number>): number => Array.from(values).reduce((total, value) => total + value, 0);

describe('chances', () => {
  const half = codesOf((column) => (column < 40 ? 150 : nothing));

  it('are those of the neighbourhood, which widens with time', () => {
    const across = chancesOf(half).map(([weak]) => Array.from(weak.packed.slice(30 * width, 31 * width)));
    for (const line of across) {
      expect(line[5]).to.equal(100);
      expect(line[75]).to.equal(0);
      expect(line[39] + line[40], 'the edge is in the middle').to.be.closeTo(100, 1);
      expect(line).to.deep.equal(line.toSorted((one, other) => other - one));
    }
    const [width5, width30, width60] = across.map((line) => line.filter((chance) => chance > 5 && chance < 95).length);
    expect(width5).to.be.below(width30);
    expect(width30).to.be.below(width60);
  });

  it('keep the area of an echo, and those of a stronger one are never greater', () => {
    const spots = codesOf((column, row) =>
      Math.hypot(column - 40, row - 30) < 6 ? (column < 40 ? 250 : 120) : nothing,
    );
    for (const [weak, strong] of chancesOf(spots)) {
      expect(sum(weak.packed) / 100).to.be.closeTo(109, 6); // cells within a radius of 6
      expect(strong.packed.every((chance, i) => chance <= weak.packed[i])).to.equal(true);
      expect(sum(strong.packed)).to.be.above(0);
    }
  });

  it('are of what was observed, and unknown where little was', () => {
    const part = codesOf((column) => (column < 40 ? 150 : missing));
    for (const [weak] of chancesOf(part)) {
      const line = Array.from(weak.packed.slice(30 * width, 31 * width));
      expect(line.slice(0, 39).every((chance) => chance === 100)).to.equal(true);
      expect(line.slice(55).every((chance) => chance === unknownChance)).to.equal(true);
    }
  });

  it('do not depend on the lead times before', () => {
    const [at60] = chancesOf(half, [60]);
    const [, , after] = chancesOf(half, [5, 30, 60]);
    const difference = Math.max(...at60[0].packed.map((chance, i) => Math.abs(chance - after[0].packed[i])));
    expect(difference).to.be.at.most(2);
  });

  it('move with the echoes, and are unknown where these come from beyond the grid', () => {
    const [eastwards] = originsAfter(motionOf(2), [5]);
    const [[before], [after]] = [chancesOf(half, [5])[0], chancesOf(half, [5], grid, eastwards)[0]];
    const [from, to] = [before, after].map(({ packed }) => Array.from(packed.slice(30 * width, 31 * width)));
    expect(to.slice(10)).to.deep.equal(from.slice(0, -10));
    expect(to.slice(0, 10).every((chance) => chance === unknownChance)).to.equal(true);
  });

  it('are on the coarse grid', () => {
    const [[weak]] = chancesOf(half, [5], { coarsening: 3, cellKm: 2 });
    expect([weak.width, weak.height]).to.deep.equal([27, 20]);
    expect([weak.packed[2], weak.packed[24]]).to.deep.equal([100, 0]);
  });
});

describe('frames of the past', () => {
  it('are those nearest to ten, twenty and thirty minutes, the youngest first', () => {
    const everyTwo = Array.from({ length: 15 }, (_, i) => 30 - 2 * i);
    expect(pastAges(everyTwo).map((i) => everyTwo[i])).to.deep.equal([10, 20, 30]);
    expect(pastAges([2, 4, 6, 8, 26]).map((i) => [2, 4, 6, 8, 26][i])).to.deep.equal([8, 26]);
  });

  it('are all of few', () => {
    expect(pastAges([4, 2])).to.deep.equal([1, 0]);
    expect(pastAges([])).to.deep.equal([]);
  });
});
