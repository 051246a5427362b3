import { expect } from 'chai';
import * as fc from 'fast-check';
import { areaHolds, type Polygon, type Ring } from '@severe/geo';
import { cellsOf, type FenceGrid } from '../../src/nowcast/fence-cells.ts';

const grid: FenceGrid = {
  width: 40,
  height: 30,
  geometry: { kind: 'latlon', west: -100, north: 40, stepLon: 0.1, stepLat: 0.1 },
};
const centreOf = (cell: number): [lon: number, lat: number] => [
  -100 + 0.1 * (cell % grid.width),
  40 - 0.1 * Math.floor(cell / grid.width),
];
const cellAt = (column: number, row: number): number => row * grid.width + column;

describe('cells of a geofence', () => {
  it('are the one of a point, and none outside of the grid', () => {
    expect(cellsOf({ type: 'Point', coordinates: [-99.52, 39.81] }, grid)).to.deep.equal([cellAt(5, 2)]);
    expect(cellsOf({ type: 'Point', coordinates: [-90, 39.8] }, grid)).to.deep.equal([]);
  });

  it('are those along a line', () => {
    const line = { type: 'MultiLineString', coordinates: [[[-99.9, 39.9], [-99.6, 39.9]]] }; // prettier-ignore
    expect(cellsOf(line, grid)).to.have.members([1, 2, 3, 4].map((column) => cellAt(column, 1)));
  });

  it('are those whose centre an area holds, and those on its outline', () => {
    const corner = fc.tuple(
      fc.double({ min: -101, max: -95, noNaN: true }),
      fc.double({ min: 36, max: 41, noNaN: true }),
    );
    fc.assert(
      fc.property(corner, corner, corner, (a, b, c) => {
        const area: Polygon = { type: 'Polygon', coordinates: [[a, b, c, a] as Ring] };
        const cells = new Set(cellsOf(area, grid));
        for (let cell = 0; cell < grid.width * grid.height; cell++) {
          if (areaHolds(area, centreOf(cell))) expect(cells.has(cell), String(centreOf(cell))).to.equal(true);
        }
        for (const cell of cells) expect(distanceTo(area, cell), String(centreOf(cell))).to.be.below(0.075);
      }),
    );
  });

  it('leave out the holes of an area', () => {
    const box = (west: number, south: number, east: number, north: number): Ring => [[west, south], [east, south], [east, north], [west, north], [west, south]]; // prettier-ignore
    const ring = {
      type: 'Polygon',
      coordinates: [box(-99.95, 38.05, -98.05, 39.95), box(-99.45, 38.55, -98.55, 39.45)],
    };
    const cells = cellsOf(ring, grid);
    expect(cells).to.include(cellAt(2, 10));
    expect(cells).not.to.include(cellAt(10, 10));
  });
});

/** Degrees from the centre of a cell to an area, 0 within. */
function distanceTo(area: Polygon, cell: number): number {
  const [x, y] = centreOf(cell);
  if (areaHolds(area, [x, y])) return 0;
  const [ring] = area.coordinates;
  return Math.min(
    ...ring.slice(1).map(([toX, toY], i) => {
      const [fromX, fromY] = ring[i];
      const length = (toX - fromX) ** 2 + (toY - fromY) ** 2 || 1;
      const along = Math.min(1, Math.max(0, ((x - fromX) * (toX - fromX) + (y - fromY) * (toY - fromY)) / length));
      return Math.hypot(fromX + along * (toX - fromX) - x, fromY + along * (toY - fromY) - y);
    }),
  );
}
