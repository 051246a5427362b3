import { expect } from 'chai';
import * as fc from 'fast-check';
import {
  childrenOf,
  clampLatitude,
  contains,
  latitudeOf,
  longitudeOf,
  maxMercatorLatitude,
  mercatorX,
  mercatorY,
  tileBounds,
  tileRange,
} from '../src/index.ts';
import { tileAt } from './support/tile-at.ts';

const degrees = 180 / Math.PI;
/** A place in units of tiles at level z, by the tangent of its latitude: a form of the projection that the library does not use. */
const columnOf = (lon: number, z: number) => ((lon + 180) / 360) * 2 ** z;
const rowOf = (lat: number, z: number) => ((1 - Math.asinh(Math.tan(lat / degrees)) / Math.PI) / 2) * 2 ** z;
const anyTile = fc
  .integer({ min: 0, max: 10 })
  .chain((z) => fc.record({ z: fc.constant(z), x: fc.nat(2 ** z - 1), y: fc.nat(2 ** z - 1) }));

describe('tile', () => {
  it('covers the box that the definition of the projection gives', () => {
    fc.assert(
      fc.property(anyTile, ({ z, x, y }) => {
        const [west, south, east, north] = tileBounds({ z, x, y });
        expect(columnOf(west, z)).to.be.closeTo(x, 1e-9);
        expect(columnOf(east, z)).to.be.closeTo(x + 1, 1e-9);
        expect(rowOf(north, z)).to.be.closeTo(y, 1e-9);
        expect(rowOf(south, z)).to.be.closeTo(y + 1, 1e-9);
      }),
    );
  });

  it('contains its centre, at every level', () => {
    fc.assert(
      fc.property(anyTile, (tile) => {
        const [west, south, east, north] = tileBounds(tile);
        expect(tileAt((west + east) / 2, (south + north) / 2, tile.z)).to.deep.equal(tile);
        expect(tileRange([west, south, east, north], tile.z)).to.satisfy(
          (r: { minX: number; maxX: number; minY: number; maxY: number }) =>
            contains([r.minX, r.minY, r.maxX, r.maxY], tile.x, tile.y),
        );
      }),
    );
  });
});

describe('the range of tiles', () => {
  it('is that of the definition of the projection, for any box', () => {
    const longitude = fc.double({ min: -180, max: 180, noNaN: true });
    const latitude = fc.double({ min: -85, max: 85, noNaN: true });
    const ordered = (axis: fc.Arbitrary<number>) => fc.tuple(axis, axis).map((pair) => pair.toSorted((a, b) => a - b));
    fc.assert(
      fc.property(ordered(longitude), ordered(latitude), fc.nat(12), ([west, east], [south, north], z) => {
        const edges = [columnOf(west, z), columnOf(east, z), rowOf(north, z), rowOf(south, z)];
        fc.pre(edges.every((edge) => Math.abs(edge - Math.round(edge)) > 1e-7)); // within the noise of floating point
        const [minX, maxX, minY, maxY] = edges.map(Math.floor);
        expect(tileRange([west, south, east, north], z)).to.deep.equal({ minX, maxX, minY, maxY });
      }),
      { numRuns: 2000 },
    );
  });

  it('ends with the tile itself for the box of a tile, at every level', () => {
    fc.assert(
      fc.property(anyTile, ({ z, x, y }) => {
        expect(tileRange(tileBounds({ z, x, y }), z)).to.deep.equal({ minX: x, maxX: x, minY: y, maxY: y });
      }),
    );
  });

  it('stays within the world', () => {
    expect(tileRange([-180, -90, 180, 90], 2)).to.deep.equal({ minX: 0, maxX: 3, minY: 0, maxY: 3 });
    expect(tileRange([180, 89, 180, 90], 2)).to.deep.equal({ minX: 3, maxX: 3, minY: 0, maxY: 0 });
    expect(tileRange([-180, -90, -180, -89], 2)).to.deep.equal({ minX: 0, maxX: 0, minY: 3, maxY: 3 });
  });

  it('has no tile that the box only touches on its east or south', () => {
    expect(tileRange([-90, 0, 0, 60], 2)).to.deep.equal({ minX: 1, maxX: 1, minY: 1, maxY: 1 });
  });
});

describe('the children of a tile', () => {
  it('cover it, row by row from the north-west', () => {
    const children = childrenOf({ z: 3, x: 2, y: 5 });
    expect(children.map(({ z, x, y }) => [z, x, y])).to.deep.equal([
      [4, 4, 10],
      [4, 5, 10],
      [4, 4, 11],
      [4, 5, 11],
    ]);
  });
});

describe('mercator', () => {
  it('ends where the world is square', () => {
    expect(maxMercatorLatitude).to.be.closeTo(85.0511287798066, 1e-12);
    expect([90, -90, 12].map(clampLatitude)).to.deep.equal([maxMercatorLatitude, -maxMercatorLatitude, 12]);
    expect(mercatorY(maxMercatorLatitude)).to.be.closeTo(0, 1e-12);
    expect(mercatorY(-maxMercatorLatitude)).to.be.closeTo(1, 1e-12);
    expect([mercatorX(-180), mercatorX(180)]).to.deep.equal([0, 1]);
  });

  it('inverts itself', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -180, max: 180, noNaN: true }),
        fc.double({ min: -85, max: 85, noNaN: true }),
        (lon, lat) => {
          expect(longitudeOf(mercatorX(lon))).to.be.closeTo(lon, 1e-9);
          expect(latitudeOf(mercatorY(lat))).to.be.closeTo(lat, 1e-9);
        },
      ),
    );
  });
});
