import { expect } from 'chai';
import { gridLocator, type DefinedGrid, type LatLonGrid } from '../../src/index.ts';

const latLon = (firstLon: number, stepLon: number, width: number, height = 180): DefinedGrid<LatLonGrid> => ({
  width,
  height,
  geometry: { kind: 'latlon', firstLat: 89.5, stepLat: -1, firstLon, stepLon },
});
const columnAt = (grid: DefinedGrid, lon: number, lat = 40) => gridLocator(grid).cellAt({ lat, lon })?.column;
const seamNames = [180, -180, 540, -540];

describe('grids/nearest', () => {
  it('has no seam in a grid around the earth, wherever it begins', () => {
    for (const first of [-179.5, 0.5, 179.5, -90.25]) {
      const grid = latLon(first, 1, 360);
      const locator = gridLocator(grid);
      for (let lon = -180; lon <= 180; lon += 0.25) {
        const cell = locator.cellAt({ lat: 40.3, lon });
        expect(cell, `${lon} from ${first}`).to.not.equal(undefined);
        const off = Math.abs(locator.positionOf(cell!.column, cell!.row)!.lon - lon) % 360;
        expect(Math.min(off, 360 - off), `${lon} from ${first}`).to.be.at.most(0.5);
      }
    }
  });

  it('gives all names of the antimeridian the same cell, of either side', () => {
    for (const first of [-179.5, 0.5]) {
      const cells = seamNames.map((lon) => columnAt(latLon(first, 1, 360), lon));
      expect(new Set(cells).size).to.equal(1);
      expect(first < 0 ? [0, 359] : [179, 180]).to.include(cells[0]);
    }
    expect(seamNames.map((lon) => columnAt(latLon(179.5, -1, 360), lon))).to.deep.equal([0, 0, 0, 0]); // to the west
    expect(seamNames.map((lon) => columnAt(latLon(-180, 1, 361), lon))).to.deep.equal([0, 0, 0, 0]); // a column twice
  });

  it('covers the earth with a step that the provider has rounded', () => {
    const step = 0.333333; // 1080 columns lack 0.00036 degrees
    for (const lon of [-180, 180, 179.8333, 179.8335, -0.1667]) {
      expect(columnAt(latLon(-179.833333, step, 1080), lon), String(lon)).to.not.equal(undefined);
      expect(columnAt(latLon(0, step, 1080), lon), String(lon)).to.not.equal(undefined);
    }
  });

  it('ends half a step beyond the outer centres of a part of the earth, edges included', () => {
    const across = latLon(170.5, 1, 20); // 170 to -170
    expect([170, 180, -180, -170].map((lon) => columnAt(across, lon))).to.deep.equal([0, 10, 10, 19]);
    expect([169.9, -169.9, 0].map((lon) => columnAt(across, lon))).to.deep.equal([undefined, undefined, undefined]);
    const rows = [90, 89, 88, -90].map((lat) => gridLocator(across).cellAt({ lat, lon: 175 })?.row);
    expect(rows).to.deep.equal([0, 1, 2, 179]);
    expect(gridLocator(latLon(0, 1, 360, 90)).cellAt({ lat: -0.1, lon: 0 })).to.equal(undefined);
  });

  it('has the poles in the outermost rows of a global Gaussian grid', () => {
    const rows = 64;
    const geometry = { kind: 'gaussian', rows, firstLat: 87.8638, stepRow: 1, firstLon: 0, stepLon: 2.8125 } as const;
    const locator = gridLocator({ width: 128, height: rows, geometry });
    expect([90, -90].map((lat) => locator.cellAt({ lat, lon: 180 }))).to.deep.equal([{ column: 64, row: 0 }, { column: 64, row: 63 }]); // prettier-ignore
  });
});
