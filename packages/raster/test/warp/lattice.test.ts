import { latitudeOf, longitudeOf, tileRange, type Tile } from '@severe/geo';
import { borrow, footprintsSizes, giveBack } from '@severe/kernels';
import { boundsOf, type GeostationaryGeometry } from '@severe/projection';
import { conus2km, fullDisk1km, meteosat, westConus2km } from '@severe/projection/testing';
import { expect } from 'chai';
import proj4 from 'proj4';
import { latticeOn } from '../../src/warp/lattice.ts';

const count = 256;

/** Largest distance, in cells, between our places of pixels of tiles and those of proj4, over what the grid shows. */
function errorAgainstProj4(geometry: GeostationaryGeometry, width: number, height: number, tiles: Tile[]) {
  const fill = latticeOn(geometry);
  const space = borrow();
  const { viewTables, centreColumns, centreRows } = space.layOut(footprintsSizes);
  const [columns, rows] = [centreColumns, centreRows].map((part) => space.doubles(part));
  const { height: h, lonOrigin, sweep, major, minor } = geometry;
  const reference = proj4(
    `+proj=geos +h=${h} +lon_0=${lonOrigin} +sweep=${sweep} +a=${major} +b=${minor} +x_0=0 +y_0=0`,
  );
  let [most, compared] = [0, 0];
  for (const tile of tiles) {
    fill(tile, 0.5, count, { space, tables: viewTables, columns: centreColumns, rows: centreRows });
    const world = 256 * 2 ** tile.z;
    for (let i = 0; i < count * count; i += 37) {
      const lon = longitudeOf((tile.x * 256 + 0.5 + (i % count)) / world);
      const lat = latitudeOf((tile.y * 256 + 0.5 + Math.floor(i / count)) / world);
      const [x, y] = reference.forward([lon, lat]);
      const [column, row] = [columns[i], rows[i]];
      if (Number.isFinite(column) !== Number.isFinite(x)) expect.fail(`${lon}, ${lat} is seen by one of the two`);
      const expected = [(x - geometry.x0) / geometry.stepX + 0.5, (geometry.y0 - y) / geometry.stepY + 0.5];
      if (!(expected[0] >= 0 && expected[0] < width && expected[1] >= 0 && expected[1] < height)) continue;
      most = Math.max(most, Math.abs(column - expected[0]), Math.abs(row - expected[1]));
      compared++;
    }
  }
  giveBack(space);
  return { most, compared };
}

describe('warp/lattice', () => {
  it('agrees with proj4 to a thousandth of a cell on every tile of the full disk to z3, at 1 km', () => {
    const { geometry, width, height } = fullDisk1km;
    const tiles = [0, 1, 2, 3].flatMap((z) =>
      Array.from({ length: 4 ** z }, (_, i) => ({ z, x: i % 2 ** z, y: Math.floor(i / 2 ** z) })),
    );
    const { most, compared } = errorAgainstProj4(geometry, width, height, tiles);
    expect(compared).to.be.greaterThan(30_000);
    expect(most).to.be.lessThan(0.001);
  });

  for (const [name, view] of Object.entries({ conus2km, westConus2km, meteosat })) {
    it(`agrees with proj4 on tiles of z5 of ${name}`, () => {
      const { geometry, width, height } = view;
      const { minX, maxX, minY, maxY } = tileRange(boundsOf(view), 5);
      const tiles: Tile[] = [];
      for (let y = minY; y <= maxY; y += 2) for (let x = minX; x <= maxX; x += 2) tiles.push({ z: 5, x, y });
      const { most, compared } = errorAgainstProj4(geometry, width, height, tiles);
      expect(compared).to.be.greaterThan(8_000);
      expect(most).to.be.lessThan(0.001);
    });
  }
});
