import { ringHolds, signedArea } from '@severe/geo';
import { expect } from 'chai';
import { identifyCells } from '../src/index.ts';
import { gridOf } from './support/grids.ts';

describe('identification of storm cells', () => {
  it('finds a storm with its place, echo and area', () => {
    const [cell, ...others] = identifyCells(gridOf([{ lat: 35.513, lon: -98.207, dbz: 60 }]));
    expect(others).to.deep.equal([]);
    expect(cell.lat).to.be.closeTo(35.513, 0.002);
    expect(cell.lon).to.be.closeTo(-98.207, 0.002);
    expect(cell.maxDbz).to.be.closeTo(60, 2);
    // 35 dBZ is reached 12.5 km from the centre; smoothing takes a fraction of a pixel.
    expect(cell.areaKm2).to.be.within(0.93 * Math.PI * 12.5 ** 2, 1.02 * Math.PI * 12.5 ** 2);
  });

  it('outlines all pixels with a closed counter-clockwise ring', () => {
    const grid = gridOf([{ lat: 35.5, lon: -98.2, dbz: 60 }]);
    const [{ outline, members }] = identifyCells(grid);
    const [ring] = outline.coordinates;
    expect(ring[0]).to.deep.equal(ring.at(-1));
    expect(signedArea(ring)).to.be.above(0);
    const { west, north, stepLon, stepLat } = grid.geometry;
    for (const i of members) {
      const centre: [number, number] = [
        west + (i % grid.width) * stepLon,
        north - Math.floor(i / grid.width) * stepLat,
      ];
      expect(ringHolds(ring, centre)).to.equal(true);
    }
  });

  it('separates two storms whose echo touches, if the saddle between them is deep', () => {
    const cells = identifyCells(
      gridOf([
        { lat: 35.5, lon: -98.4, dbz: 60 },
        { lat: 35.5, lon: -98.2, dbz: 58 },
      ]),
    );
    expect(cells.map(({ lon }) => Math.round(lon * 10) / 10)).to.deep.equal([-98.4, -98.2]); // 18 km, the saddle at 41 dBZ
  });

  it('joins two maxima with a shallow saddle', () => {
    const cells = identifyCells(
      gridOf([
        { lat: 35.5, lon: -98.4, dbz: 60 },
        { lat: 35.5, lon: -98.35, dbz: 59 },
      ]),
    );
    expect(cells).to.have.length(1);
  });

  it('does not take weak echo, speckle or small peaks for storms', () => {
    expect(identifyCells(gridOf([{ lat: 35.5, lon: -98.2, dbz: 44 }]))).to.deep.equal([]);
    expect(identifyCells(gridOf([{ lat: 35.5, lon: -98.2, dbz: 70, perKm: 30 }]))).to.deep.equal([]);
    const small = gridOf([
      { lat: 35.5, lon: -98.4, dbz: 60 },
      { lat: 35.5, lon: -98.27, dbz: 56, perKm: 9 },
    ]);
    expect(identifyCells(small)).to.have.length(1);
  });

  it('lists the strongest cell first', () => {
    const cells = identifyCells(
      gridOf([
        { lat: 35, lon: -99, dbz: 50 },
        { lat: 36, lon: -98, dbz: 65 },
        { lat: 36.5, lon: -99.5, dbz: 55 },
      ]),
    );
    expect(cells.map(({ maxDbz }) => Math.round(maxDbz / 5) * 5)).to.deep.equal([65, 55, 50]);
  });

  it('finds nothing in an empty grid, in one without any cell, and at the edge', () => {
    expect(identifyCells(gridOf([]))).to.deep.equal([]);
    expect(identifyCells(gridOf([], { width: 1, height: 1 }))).to.deep.equal([]);
    expect(identifyCells(gridOf([{ lat: 37, lon: -100, dbz: 60, perKm: 12 }]))).to.deep.equal([]);
  });
});
