import { SphericalMercator } from '@mapbox/sphericalmercator';
import { expect } from 'chai';
import * as fc from 'fast-check';
import {
  childrenOf,
  contains,
  latitudeOf,
  longitudeOf,
  mercatorX,
  mercatorY,
  tileBounds,
  tileRange,
} from '../src/index.ts';
import { tileAt } from './support/tile-at.ts';

const oracle = new SphericalMercator({ size: 256 });
const anyTile = fc
  .integer({ min: 0, max: 10 })
  .chain((z) => fc.record({ z: fc.constant(z), x: fc.nat(2 ** z - 1), y: fc.nat(2 ** z - 1) }));

describe('tile', () => {
  it('covers the same box as sphericalmercator', () => {
    fc.assert(
      fc.property(anyTile, (tile) => {
        const ours = tileBounds(tile);
        oracle.bbox(tile.x, tile.y, tile.z).forEach((edge, i) => expect(ours[i]).to.be.closeTo(edge, 1e-9));
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

  it('gives the same range as sphericalmercator for the contiguous states', () => {
    for (let z = 0; z <= 10; z++) {
      expect(tileRange([-130, 20, -60, 55], z)).to.deep.equal(oracle.xyz([-130, 20, -60, 55], z));
    }
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
