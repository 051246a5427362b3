import { expect } from 'chai';
import * as fc from 'fast-check';
import { type Area, areaFromEsriRings, areaHolds, GeometryError, repairLine, signedArea } from '@severe/geo';
import { repairArea } from '@severe/geo/repair-area';

const square = (west: number, south: number, size: number): [number, number][] => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];
const polygon = (...coordinates: unknown[]) => ({ type: 'Polygon', coordinates });

/** Square degrees: shells minus holes, which are wound the other way. */
function sizeOf(area: Area | undefined): number {
  const parts = area?.type === 'Polygon' ? [area.coordinates] : (area?.coordinates ?? []);
  return parts.flat().reduce((sum, ring) => sum + signedArea(ring) / 2, 0);
}

describe('repairArea', () => {
  it('keeps a valid polygon', () => {
    const good = polygon(square(-98, 35, 2), square(-97.5, 35.5, 0.5).toReversed());
    expect(repairArea(good)).to.deep.equal({ area: good, repairs: [] });
  });

  it('winds shells anticlockwise and holes clockwise', () => {
    const { area, repairs } = repairArea(polygon(square(0, 0, 4).toReversed(), square(1, 1, 1)));
    expect(area).to.deep.equal(polygon(square(0, 0, 4), square(1, 1, 1).toReversed()));
    expect(repairs).to.deep.equal([]);
  });

  it('closes an open ring', () => {
    const { area, repairs } = repairArea(polygon(square(0, 0, 1).slice(0, 4)));
    expect(area).to.deep.equal(polygon(square(0, 0, 1)));
    expect(repairs).to.deep.equal(['closed']);
  });

  it('splits a bow-tie into two triangles', () => {
    const bow = [
      [0, 0],
      [2, 2],
      [2, 0],
      [0, 2],
      [0, 0],
    ];
    const { area, repairs } = repairArea(polygon(bow));
    expect(area?.type).to.equal('MultiPolygon');
    expect(sizeOf(area)).to.equal(2); // two triangles of base 2 and height 1
    expect(repairs).to.include('crossings dissolved');
  });

  it('keeps an area enclosed twice, and subtracts a bow-tie hole', () => {
    // a square walked round twice, the second time smaller
    const twice = [[0, 0], [4, 0], [4, 4], [0, 4], [0, 0], [2, 0], [2, 2], [0, 2], [0, 0]]; // prettier-ignore
    expect(sizeOf(repairArea(polygon(twice)).area)).to.equal(16);
    const bow = [[1, 1], [3, 3], [3, 1], [1, 3], [1, 1]]; // prettier-ignore
    expect(sizeOf(repairArea(polygon(square(0, 0, 4), bow)).area)).to.equal(16 - 2);
  });

  it('removes a spike', () => {
    const spiked = [[0, 0], [1, 0], [1, 0.5], [3, 0.5], [1, 0.5], [1, 1], [0, 1], [0, 0]]; // prettier-ignore
    const { area, repairs } = repairArea(polygon(spiked));
    expect(sizeOf(area)).to.equal(1);
    expect(areaHolds(area as Area, [2, 0.5])).to.equal(false);
    expect(repairs).to.deep.equal(['crossings dissolved']);
  });

  it('drops a hole outside its shell, and clips one across its edge', () => {
    const outside = repairArea(polygon(square(0, 0, 1), square(5, 5, 1)));
    expect(outside).to.deep.equal({ area: polygon(square(0, 0, 1)), repairs: ['outside hole dropped'] });
    const across = repairArea(polygon(square(0, 0, 2), square(1, 1, 2)));
    expect(sizeOf(across.area)).to.equal(3);
    expect(across.repairs).to.deep.equal(['crossings dissolved']);
  });

  it('keeps a hole that touches its shell in a point, wherever it starts', () => {
    const diamond = [[2, 0], [3, 2], [2, 4], [1, 2], [2, 0]]; // prettier-ignore
    for (const turn of [0, 1, 2, 3]) {
      const hole = [...diamond.slice(turn, -1), ...diamond.slice(0, turn), diamond[turn]];
      const { area } = repairArea(polygon(square(0, 0, 4), hole));
      expect(sizeOf(area)).to.equal(12);
    }
  });

  it('clips a hole whose corners are all outside its shell', () => {
    const strip = [[-1, 1], [5, 1], [5, 2], [-1, 2], [-1, 1]]; // prettier-ignore
    const { area, repairs } = repairArea(polygon(square(0, 0, 4), strip));
    expect(sizeOf(area)).to.equal(12);
    expect(repairs).to.deep.equal(['crossings dissolved']);
  });

  it('finds a hole that is written on the other side of the antimeridian', () => {
    const shell = [[178, 50], [-178, 50], [-178, 54], [178, 54], [178, 50]]; // prettier-ignore
    const { area, repairs } = repairArea(polygon(shell, square(-179.5, 51, 1)));
    expect(sizeOf(area)).to.equal(15);
    expect(areaHolds(area as Area, [-179, 51.5])).to.equal(false);
    expect(areaHolds(area as Area, [179, 51.5])).to.equal(true);
    expect(repairs).to.deep.equal(['cut at the antimeridian']);
  });

  it('drops flat rings, with an empty ring beside them too', () => {
    const flat = [[0, 0], [1, 1], [2, 2], [0, 0]]; // prettier-ignore
    expect(repairArea(polygon(flat))).to.deep.equal({ area: undefined, repairs: ['flat ring dropped'] });
    expect(repairArea(polygon(square(0, 0, 1), flat, []))).to.deep.equal({
      area: polygon(square(0, 0, 1)),
      repairs: ['flat ring dropped'],
    });
    expect(repairArea(polygon([]))).to.deep.equal({ area: undefined, repairs: [] });
  });

  it('drops what rounding leaves of a crossing', () => {
    const tip = 1e-6;
    const bow = [[0, 0], [2, 0], [2, 2], [1, -tip], [0, 2], [0, 0]]; // prettier-ignore
    const { area } = repairArea(polygon(bow));
    expect(area?.type).to.equal('MultiPolygon');
    expect(area?.coordinates).to.have.length(2);
  });

  it('keeps crossings that no decimal number can write', () => {
    const bow = [[0, 0], [3, 1], [3, 0], [0, 2], [0, 0]]; // prettier-ignore
    const { area } = repairArea(polygon(bow));
    const positions = (area as Area).coordinates.flat(2) as [number, number][];
    expect(positions.some(([lon, lat]) => Math.abs(lon - 2) < 1e-12 && Math.abs(lat - 2 / 3) < 1e-12)).to.equal(true);
  });

  it('dissolves again if rounding makes the result cross', () => {
    const tangle = [
      [-97.96, 35.97], [-97.9, 35.86], [-97.78, 35.72], [-97.63, 35.18], [-97.65, 35.57], [-97.53, 35.15], [-97.84, 35.2], [-97.67, 35.49],
      [-97.34, 35.14], [-97.78, 35.71], [-97.51, 35.17], [-97.85, 35.38], [-97.76, 35.43], [-97.02, 35.05], [-97.32, 35.11], [-97.96, 35.97],
    ]; // prettier-ignore
    const { area } = repairArea(polygon(tangle));
    const again = repairArea(area);
    expect(again.repairs).to.deep.equal([]);
    expect(sizeOf(area)).to.be.closeTo(0.108486, 1e-6); // by the faces of shapely's polygonize whose winding number is not 0
  });

  it('merges parts that overlap or contain each other', () => {
    const over = repairArea({ type: 'MultiPolygon', coordinates: [[square(0, 0, 2)], [square(1, 1, 2)]] });
    expect(sizeOf(over.area)).to.equal(7);
    const within = repairArea({ type: 'MultiPolygon', coordinates: [[square(0, 0, 4)], [square(1, 1, 1)]] });
    expect(sizeOf(within.area)).to.equal(16);
  });

  it('merges a part that touches the one around it in a point, on each side', () => {
    const tips = [[[1, 2], [0, 2.5], [1, 3], [1, 2]], [[3, 2], [4, 2.5], [3, 3], [3, 2]], [[2, 1], [2.5, 0], [3, 1], [2, 1]], [[2, 3], [2.5, 4], [3, 3], [2, 3]]]; // prettier-ignore
    for (const tip of tips) {
      const { area } = repairArea({ type: 'MultiPolygon', coordinates: [[square(0, 0, 4)], [tip]] });
      expect(sizeOf(area)).to.equal(16);
    }
  });

  it('reads each area of a collection', () => {
    const geometries = [polygon(square(0, 0, 1)), { type: 'MultiPolygon', coordinates: [[square(3, 3, 1)]] }];
    expect(sizeOf(repairArea({ type: 'GeometryCollection', geometries }).area)).to.equal(2);
  });

  it('accepts parts that touch in a point, and an island in a hole', () => {
    const corners = { type: 'MultiPolygon', coordinates: [[square(0, 0, 1)], [square(1, 1, 1)]] };
    expect(repairArea(corners).repairs).to.deep.equal([]);
    const island = {
      type: 'MultiPolygon',
      coordinates: [[square(0, 0, 9), square(1, 1, 7).toReversed()], [square(3, 3, 1)]],
    };
    expect(repairArea(island)).to.deep.equal({ area: island, repairs: [] });
  });

  it('cuts at the antimeridian for every notation of the crossing', () => {
    const written = [
      [[179, 50], [-179, 50], [-179, 52], [179, 52], [179, 50]],
      [[179, 50], [181, 50], [181, 52], [179, 52], [179, 50]],
      [[-181, 50], [-179, 50], [-179, 52], [-181, 52], [-181, 50]],
    ]; // prettier-ignore
    for (const ring of written) {
      const { area, repairs } = repairArea(polygon(ring));
      expect(repairs).to.deep.equal(['cut at the antimeridian']);
      expect(sizeOf(area)).to.equal(4);
      expect(areaHolds(area as Area, [179.5, 51])).to.equal(true);
      expect(areaHolds(area as Area, [-179.5, 51])).to.equal(true);
      expect(areaHolds(area as Area, [0, 51])).to.equal(false);
    }
  });

  it('closes a ring around a pole over the pole', () => {
    const { area } = repairArea(polygon([[-170, 70], [-80, 70], [10, 70], [100, 70], [-170, 70]])); // prettier-ignore
    expect(sizeOf(area)).to.be.closeTo(360 * 20, 1e-6);
    expect(areaHolds(area as Area, [45, 89])).to.equal(true);
    const south = repairArea(polygon([[0, -70], [120, -70], [-120, -70], [0, -70]])); // prettier-ignore
    expect(areaHolds(south.area as Area, [45, -89])).to.equal(true);
  });

  it('accepts a box of the whole world', () => {
    const world = [[-180, -90], [180, -90], [180, 90], [-180, 90], [-180, -90]]; // prettier-ignore
    expect(repairArea(polygon(world))).to.deep.equal({ area: polygon(world), repairs: [] });
  });

  it('distinguishes an empty area from an invalid one', () => {
    for (const empty of [null, undefined, { type: 'GeometryCollection', geometries: [] }, polygon()]) {
      expect(repairArea(empty)).to.deep.equal({ area: undefined, repairs: [] });
    }
    const flat = repairArea(polygon([[0, 0], [1, 1], [0, 0]])); // prettier-ignore
    expect(flat).to.deep.equal({ area: undefined, repairs: ['flat ring dropped'] });
  });

  it('refuses ambiguous geometries', () => {
    for (const bad of [Number.NaN, null, '1', Infinity, 91]) {
      expect(() => repairArea(polygon([[0, 0], [1, bad], [1, 1], [0, 0]]))).to.throw(GeometryError, 'two numbers'); // prettier-ignore
    }
    expect(() => repairArea({ type: 'Point', coordinates: [0, 0] })).to.throw(GeometryError, 'got "Point"');
    const unreadable: [unknown, string][] = [
      [{ type: 'Polygon' }, 'a polygon is a list'],
      [{ type: 'MultiPolygon' }, 'a multipolygon is a list'],
      [{ type: 'GeometryCollection' }, 'a collection is a list'],
      [polygon('x'), 'a ring is a list'],
      [{}, 'got no type'],
    ];
    for (const [one, message] of unreadable) expect(() => repairArea(one)).to.throw(GeometryError, message);
    expect(() => repairArea({}))
      .to.throw(GeometryError)
      .with.property('code', 'type');
  });

  it('refuses 200,000 vertices before it reads them, and long rings that cross', () => {
    const many = Array.from({ length: 200_001 }, () => [0, 0]);
    expect(() => repairArea(polygon(many))).to.throw(GeometryError, 'more than 100000 vertices');
    const zigzag = Array.from({ length: 20_000 }, (_, i) => [i % 2 ? 10 + i * 1e-4 : -10 - i * 1e-4, i % 3]);
    expect(() => repairArea(polygon(zigzag))).to.throw(GeometryError);
  }).timeout(120_000); // 0.2 s on a free machine; comparing each edge with each takes minutes

  it('refuses to cut more vertices than it repairs', () => {
    const coast = Array.from({ length: 5_000 }, (_, i) => [179 + (i / 5_000) * 2, 50 + (i % 2) * 1e-3]);
    const failing = () => repairArea(polygon([...coast, [180, 60], coast[0]]));
    expect(failing)
      .to.throw(GeometryError, 'rings of 5002 vertices cross; at most 5000 are repaired')
      .with.property('code', 'crossing');
  });

  it('reads a long simple ring without comparing each edge with each', () => {
    const star = Array.from({ length: 100_000 - 1 }, (_, i) => {
      const angle = (i / 99_999) * 2 * Math.PI;
      const radius = 10 + Math.sin(300 * angle);
      return [radius * Math.cos(angle), radius * Math.sin(angle)];
    });
    expect(repairArea(polygon([...star, star[0]])).repairs).to.deep.equal([]);
  }).timeout(120_000);

  it('repairs a ring that goes back along itself', () => {
    const spike = [[150, 0], [198, -5], [170, -47], [206, 7], [172, -45]]; // prettier-ignore
    expect(repairArea(polygon(spike)).repairs).to.include('crossings dissolved');
  });

  it('is idempotent', () => {
    const corner = fc.tuple(fc.integer({ min: 150, max: 210 }), fc.integer({ min: -60, max: 60 }));
    fc.assert(
      fc.property(fc.array(corner, { minLength: 3, maxLength: 8 }), (ring) => {
        const { area } = repairArea(polygon(ring));
        if (!area) return;
        expect(sizeOf(repairArea(area).area)).to.be.closeTo(sizeOf(area), 1e-6);
        expect(repairArea(area).repairs).not.to.include('closed').and.not.to.include('cut at the antimeridian');
      }),
      { numRuns: 200 },
    );
  });
});

describe('repairLine', () => {
  it('cuts at the antimeridian where the line crosses it', () => {
    expect(repairLine({ type: 'LineString', coordinates: [[178, 10], [-178, 20]] })).to.deep.equal({
      type: 'MultiLineString',
      coordinates: [[[178, 10], [180, 15]], [[-180, 15], [-178, 20]]],
    }); // prettier-ignore
  });
  it('drops a part of one point, and refuses other geometries', () => {
    const line = [[1, 1], [2, 2]]; // prettier-ignore
    expect(repairLine({ type: 'MultiLineString', coordinates: [[[0, 0], [0, 0]], line] })).to.deep.equal({
      type: 'LineString',
      coordinates: line,
    }); // prettier-ignore
    expect(repairLine(null)).to.equal(undefined);
    expect(() => repairLine({ type: 'LineString', coordinates: [[0, null]] })).to.throw(GeometryError, '[0,null]');
    expect(() => repairLine(polygon(square(0, 0, 1)))).to.throw(GeometryError, 'got "Polygon"');
  });
});

describe('areaFromEsriRings', () => {
  it('uses clockwise rings as shells and assigns their holes', () => {
    const area = areaFromEsriRings([square(0, 0, 4).toReversed(), square(9, 9, 1).toReversed(), square(1, 1, 1)]);
    expect(area.coordinates.map((part) => part.length)).to.deep.equal([2, 1]);
    expect(sizeOf(repairArea(area).area)).to.equal(16);
  });
  it('uses a single ring with the wrong orientation as a shell', () => {
    expect(sizeOf(repairArea(areaFromEsriRings([square(0, 0, 2)])).area)).to.equal(4);
  });
});
