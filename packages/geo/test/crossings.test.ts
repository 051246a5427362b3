import { expect } from 'chai';
import * as fc from 'fast-check';
import { anyCrossing } from '../src/crossings.ts';
import { GeometryError, type Ring } from '../src/geojson.ts';

type Point = [x: number, y: number];

/** The parameters at which two lines meet, exact for small integers; undefined if they are parallel. */
function meeting([a, b]: Point[], [c, d]: Point[]): { t: number; u: number; on: number } | undefined {
  const along = (p: Point, q: Point): Point => [q[0] - p[0], q[1] - p[1]];
  const times = ([px, py]: Point, [qx, qy]: Point): number => px * qy - py * qx;
  const on = times(along(a, b), along(c, d));
  return on === 0 ? undefined : { t: times(along(a, c), along(c, d)), u: times(along(a, c), along(a, b)), on };
}

/** Whether two edges on one line share more than a point. */
function overlap([a, b]: Point[], [c, d]: Point[]): boolean {
  if (meeting([a, b], [a, c]) ?? meeting([a, b], [a, d])) return false;
  const place = ([x, y]: Point): number => (x - a[0]) * (b[0] - a[0]) + (y - a[1]) * (b[1] - a[1]);
  const [from, to] = [place(c), place(d)].toSorted((one, other) => one - other);
  return Math.max(0, from) < Math.min(place(b), to);
}

/** The same by comparing each edge with each. */
function anyByPairs(rings: Point[][]): boolean {
  const edges = rings.flatMap((ring, r) => ring.slice(1).map((end, i) => ({ r, i, ends: [ring[i], end], last: ring.length - 2 }))); // prettier-ignore
  return edges.some((one, n) =>
    edges.slice(0, n).some((other) => {
      const at = meeting(one.ends, other.ends);
      if (!at) return overlap(one.ends, other.ends);
      const [t, u] = [at.t / at.on, at.u / at.on];
      if (t < 0 || t > 1 || u < 0 || u > 1) return false;
      if (t > 0 && t < 1 && u > 0 && u < 1) return true;
      const apart = one.i - other.i;
      return one.r === other.r && apart !== 1 && !(other.i === 0 && one.i === one.last);
    }),
  );
}

const square = (x: number, y: number, size: number): Ring => [[x, y], [x + size, y], [x + size, y + size], [x, y + size], [x, y]]; // prettier-ignore

describe('crossings', () => {
  for (const [name, rings, wanted] of [
    ['no rings', [], false],
    ['a square', [square(0, 0, 2)], false],
    [
      'a bow-tie',
      [
        [
          [0, 0],
          [2, 2],
          [2, 0],
          [0, 2],
          [0, 0],
        ],
      ],
      true,
    ],
    [
      'a ring that goes back along itself',
      [
        [
          [0, 0],
          [2, 0],
          [4, 0],
          [2, 0],
          [2, 2],
          [0, 0],
        ],
      ],
      true,
    ],
    [
      'a ring that touches itself in a point',
      [
        [
          [0, 0],
          [4, 0],
          [2, 2],
          [4, 4],
          [0, 4],
          [2, 2],
          [0, 0],
        ],
      ],
      true,
    ],
    [
      'a ring whose corner touches its edge',
      [
        [
          [0, 0],
          [4, 0],
          [4, 4],
          [2, 0],
          [0, 4],
          [0, 0],
        ],
      ],
      true,
    ],
    ['squares that touch in a corner', [square(0, 0, 2), square(2, 2, 2)], false],
    [
      'a corner on the edge of another ring',
      [
        square(0, 0, 4),
        [
          [4, 2],
          [6, 0],
          [6, 4],
          [4, 2],
        ],
      ],
      false,
    ],
    ['squares with a part of an edge in common', [square(0, 0, 2), square(2, 1, 2)], true],
    [
      'squares whose edges end where others begin',
      [
        square(0, 0, 2),
        [
          [2, 0],
          [4, 0],
          [4, -2],
          [2, 0],
        ],
      ],
      false,
    ],
    ['squares across each other', [square(0, 0, 2), square(1, 1, 2)], true],
    ['a square within another', [square(0, 0, 4), square(1, 1, 1)], false],
  ] as [string, Ring[], boolean][]) {
    it(`${wanted ? 'are' : 'are not'} found in ${name}`, () => {
      expect(anyCrossing(rings)).to.equal(wanted);
      const turned = rings.map((ring) => ring.map(([x, y]): Point => [-y, x]));
      expect(anyCrossing(turned), 'turned').to.equal(wanted);
      expect(anyByPairs(rings), 'by pairs').to.equal(wanted);
    });
  }

  it('are those of all pairs of edges', () => {
    const corner = fc.tuple(fc.integer({ min: -3, max: 4 }), fc.integer({ min: -2, max: 5 }));
    const ring = fc
      .array(corner, { minLength: 3, maxLength: 6 })
      .map((open): Point[] => [...open, open[0]])
      .filter((closed) => closed.slice(1).every(([x, y], i) => x !== closed[i][0] || y !== closed[i][1]));
    fc.assert(
      fc.property(fc.array(ring, { minLength: 1, maxLength: 3 }), (rings) => {
        expect(anyCrossing(rings)).to.equal(anyByPairs(rings));
      }),
      { numRuns: 600, seed: 13 },
    );
  });

  it('are refused among more than 500 edges that share nearly all cells', () => {
    const fan = (edges: number): Ring => Array.from({ length: edges + 1 }, (_, i): Point => [(i % 2) * 1000, (i % edges) / edges]); // prettier-ignore
    expect(() => anyCrossing([fan(600)]))
      .to.throw(GeometryError, '600 edges are too close to be separated')
      .with.property('code', 'crossing');
    expect(anyCrossing([fan(500)])).to.equal(true);
  });

  it('are not found in a long ring around a place, wherever that is', () => {
    const circle = (x: number, y: number): Ring => Array.from({ length: 601 }, (_, i): Point => {
      const angle = ((i % 600) / 600) * 2 * Math.PI;
      return [x + Math.cos(angle), y + Math.sin(angle)];
    }); // prettier-ignore
    expect([anyCrossing([circle(0, 0)]), anyCrossing([circle(-90, 40)]), anyCrossing([circle(170, -80)])]).to.deep.equal([false, false, false]); // prettier-ignore
  });
});
