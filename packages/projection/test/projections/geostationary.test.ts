import { boundsOf, centreOf } from '@severe/projection';
import { seeded } from '@severe/testing/seeded';
import { conus2km, fullDisk1km, westConus2km } from '../support/index.ts';
import { expect } from 'chai';
import { geostationaryInverse, geostationaryTransform } from '../../src/projections/geostationary.ts';

describe('projections/geostationary', () => {
  it('inverts every point of the disk and is undefined beside it', () => {
    const { geometry, width, height } = fullDisk1km;
    const forward = geostationaryTransform(geometry);
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

  it('has the centre of a sector that crosses the antimeridian, whose bounds cover all longitudes', () => {
    expect(boundsOf(westConus2km).map(Math.round)).to.deep.equal([-180, 15, 180, 54]);
    const centre = centreOf(westConus2km);
    expect(centre?.lon).to.be.closeTo(-137, 0.01); // below the satellite
    expect(centre?.lat).to.be.within(28, 32);
    expect(centreOf({ ...conus2km, width: 10, height: 10 })).to.equal(undefined); // a corner that misses the earth
  });

  it('bounds the visible part of the earth, without corners beside it', () => {
    // The provider's own bounds of the CONUS sector of GOES-16: 152.11 W to 52.95 W, 14.57 N to 56.76 N
    const [west, south, east, north] = boundsOf(conus2km);
    expect([west, south, east, north].map((degrees) => Math.round(degrees * 10) / 10)).to.deep.equal([
      -152.1, 14.6, -52.9, 56.8,
    ]);
    const [, , , topOfDisk] = boundsOf(fullDisk1km);
    expect(topOfDisk).to.be.closeTo(81.33, 0.05); // the highest latitude that is seen from 75 W
  });
});
