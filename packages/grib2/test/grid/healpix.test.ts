import { expect } from 'chai';
import { gridOf, gridRefusal, sphere, type Entry } from './section3.ts';
import { nearest, positionOf } from '../support.ts';

const nested: Entry = ['u8', 41, 1];

/** Section 3 of a grid of 12 squares of `side` × `side` points. */
function entries(side: number, ...more: Entry[]): Entry[] {
  const size: Entry[] = [
    ['u32', 7, 12 * side ** 2],
    ['u32', 32, side],
  ];
  return [sphere, ...size, ['degrees', 36, 45], ['u8', 40, 4], ...more];
}

describe('HEALPix grids', () => {
  // Positions by ecCodes 2.50
  for (const [name, side, more, places] of [
    [
      'by rings',
      4,
      [],
      { 0: [78.2841, 45], 3: [78.2841, -45], 4: [66.4435, 22.5], 100: [0, -78.75], 191: [-78.2841, -45] },
    ],
    ['nested', 8, [nested], { 0: [4.7802, 45], 1: [9.5941, 50.625], 2: [9.5941, 39.375], 5: [19.4712, 61.875] }],
  ] as [string, number, Entry[], Record<number, [number, number]>][]) {
    it(`${name} have the positions that ecCodes computes`, () => {
      const grid = gridOf(150, 42, entries(side, ...more));
      expect([grid.template, grid.width, grid.height]).to.deep.equal(['3.150', 12 * side ** 2, 1]);
      for (const [index, [lat, lon]] of Object.entries(places)) {
        const found = positionOf(grid, Number(index));
        expect(found.lat, `latitude of ${index}`).to.be.closeTo(lat, 1e-4);
        expect(found.lon, `longitude of ${index}`).to.be.closeTo(lon, 1e-4);
      }
    });
  }

  it('find every point at its position', () => {
    const grids = [1, 2, 8, 16].flatMap((side) => [entries(side), entries(side, nested)]);
    for (const each of [...grids, entries(3), entries(4, ['degrees', 36, 0])]) {
      const grid = gridOf(150, 42, each);
      for (let index = 0; index < grid.width; index++) expect(nearest(grid, positionOf(grid, index))).to.equal(index);
    }
  });

  it('have the same points by rings and nested', () => {
    const [rings, squares] = [gridOf(150, 42, entries(8)), gridOf(150, 42, entries(8, nested))];
    for (let index = 0; index < squares.width; index++) {
      const found = positionOf(squares, index);
      const ring = positionOf(rings, nearest(rings, found) ?? -1);
      expect([ring.lat, ring.lon]).to.deep.equal([found.lat, found.lon]);
    }
  });

  it('cover the earth: a place is found within a cell of it', () => {
    const grid = gridOf(150, 42, entries(16, nested));
    for (let lat = -90; lat <= 90; lat += 2.5) {
      for (let lon = -180; lon < 180; lon += 7) {
        const index = nearest(grid, { lat, lon });
        expect(Math.abs(positionOf(grid, index ?? -1).lat - lat), `${lat},${lon}`).to.be.below(4);
      }
    }
  });

  for (const [problem, more, message] of [
    ['another number of points', [['u32', 7, 100]], 'a HEALPix grid of side 3 cannot have the declared 100 points'],
    ['points at corners', [['u8', 40, 0]], 'points at position 0 (table 3.8), ordering 0, scanning mode 0'],
    ['nested squares whose side is no power of 2', [nested], 'of side 3; only powers of 2 can be nested'],
    [
      'more points than the limit',
      [
        ['u32', 7, 12e8],
        ['u32', 32, 1e4],
      ],
      'a grid of 1200000000 points',
    ],
  ] as [string, Entry[], string][]) {
    it(`with ${problem} are refused`, () => {
      expect(gridRefusal(150, 42, entries(3, ...more)).message).to.include(message);
    });
  }
});
