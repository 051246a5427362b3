import { latitudeOf, longitudeOf, tileRange, type Tile } from '@severe/geo';
import { borrow, footprintsRoom, giveBack } from '@severe/kernels';
import { expect } from 'chai';
import proj4 from 'proj4';
import type { GeostationaryGeometry } from '../../src/field.ts';
import { boundsOf } from '../../src/project/bounds.ts';
import { centreOf } from '../../src/project/centre.ts';
import { geostationaryForward, geostationaryInverse } from '../../src/project/geostationary.ts';
import { latticeOn } from '../../src/project/lattice.ts';
import { seeded } from '../support/seeded.ts';
import { conus2km, fullDisk1km, meteosat, westConus2km } from '../support/views.ts';

const count = 256;

/** Largest distance, in cells, between our places of pixels of tiles and those of proj4, over what the grid shows. */
function errorAgainstProj4(geometry: GeostationaryGeometry, width: number, height: number, tiles: Tile[]) {
  const fill = latticeOn(geometry);
  const space = borrow();
  const { viewTables, centreColumns, centreRows } = space.layOut(footprintsRoom);
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

describe('project/geostationary', () => {
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

  it('comes back from everywhere on the disk, and says what is beside it', () => {
    const { geometry, width, height } = fullDisk1km;
    const forward = geostationaryForward(geometry);
    const random = seeded(11);
    const cell = { column: 0, row: 0 };
    let [seen, worst] = [0, 0];
    for (let i = 0; i < 20_000; i++) {
      const [column, row] = [random() * width, random() * height];
      const place = geostationaryInverse(
        geometry,
        geometry.x0 + (column - 0.5) * geometry.stepX,
        geometry.y0 - (row - 0.5) * geometry.stepY,
      );
      const fromMiddle = Math.hypot(column - width / 2, row - height / 2);
      if (!place) {
        if (fromMiddle < 5380) expect.fail(`cell ${column}, ${row} is no place`); // the disk of the earth is 17.4° wide: 10,830 cells, 10,800 from pole to pole
        continue;
      }
      seen++;
      if (fromMiddle > 5380) continue; // at the very edge a place may count as hidden
      forward(place.lon, place.lat, cell);
      worst = Math.max(worst, Math.abs(cell.column - column), Math.abs(cell.row - row));
    }
    expect(worst).to.be.lessThan(1e-3);
    expect(seen / 20_000).to.be.closeTo((Math.PI / 4) * 0.996 * (10_830 / 10_848) ** 2, 0.01);
  });

  it('knows the middle of a sector that crosses the antimeridian, whose bounds reach round the earth', () => {
    expect(boundsOf(westConus2km).map(Math.round)).to.deep.equal([-180, 15, 180, 54]);
    const centre = centreOf(westConus2km);
    expect(centre?.lon).to.be.closeTo(-137, 0.01); // below the satellite
    expect(centre?.lat).to.be.within(28, 32);
    expect(centreOf({ ...conus2km, width: 10, height: 10 })).to.equal(undefined); // a corner that misses the earth
  });

  it('bounds the earth that a grid shows, and leaves corners beside it out', () => {
    // The provider's own bounds of the CONUS sector of GOES-16: 152.11 W to 52.95 W, 14.57 N to 56.76 N
    const [west, south, east, north] = boundsOf(conus2km);
    expect([west, south, east, north].map((degrees) => Math.round(degrees * 10) / 10)).to.deep.equal([
      -152.1, 14.6, -52.9, 56.8,
    ]);
    const [, , , topOfDisk] = boundsOf(fullDisk1km);
    expect(topOfDisk).to.be.closeTo(81.33, 0.05); // the highest latitude that is seen from 75 W
  });
});
