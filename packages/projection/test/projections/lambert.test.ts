import { latitudeOf, longitudeOf } from '@severe/geo';
import { lambertPixels, type LambertGeometry } from '@severe/projection';
import { seeded } from '@severe/testing/seeded';
import { lambert } from '../support/index.ts';
import { expect } from 'chai';
import proj4 from 'proj4';
import { sphericalLambert } from '../../src/projections/lambert.ts';

const definition = ({ lat1, lat2, latOrigin, lonOrigin, radius }: LambertGeometry) =>
  `+proj=lcc +lat_1=${lat1} +lat_2=${lat2} +lat_0=${latOrigin} +lon_0=${lonOrigin} +R=${radius} +units=m +no_defs`;

const cones: Record<string, LambertGeometry> = {
  'one standard parallel (HRRR)': lambert,
  'two standard parallels': { ...lambert, lat1: 33, lat2: 45, latOrigin: 39, lonOrigin: -96, stepX: 2500 },
  'the southern hemisphere': { ...lambert, lat1: -33, lat2: -45, latOrigin: -39, lonOrigin: 140 },
};

describe('projections/lambert', () => {
  for (const [name, geometry] of Object.entries(cones)) {
    const toPlane = proj4('EPSG:4326', definition(geometry));

    it(`places pixels within 0.002 cells of proj4: ${name}`, () => {
      const random = seeded(7);
      let worst = 0;
      for (let i = 0; i < 200; i++) {
        const z = Math.floor(random() * 11);
        const lon = geometry.lonOrigin + (random() - 0.5) * 70;
        const lat = geometry.latOrigin + (random() - 0.5) * 30;
        const world = 256 * 2 ** z;
        const pixelX = Math.floor((lon / 360 + 0.5) * world);
        const pixelY = Math.floor((0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI)) * world);
        const pixels = lambertPixels(geometry, { z, x: pixelX >> 8, y: pixelY >> 8 });
        const [x, y] = [pixelX & 255, pixelY & 255];

        const centre = [longitudeOf((pixelX + 0.5) / world), latitudeOf((pixelY + 0.5) / world)];
        const [metresX, metresY] = toPlane.forward(centre);
        const column = (metresX - geometry.x0) / geometry.stepX + 0.5;
        const row = (geometry.y0 - metresY) / geometry.stepY + 0.5;
        const error = Math.hypot(
          pixels.column0 + pixels.rhoColumns[y] * pixels.sin[x] - column,
          pixels.row0 + pixels.rhoRows[y] * pixels.cos[x] - row,
        );
        worst = Math.max(worst, error);
      }
      expect(worst).to.be.below(1e-6);
    });

    it(`inverts as proj4 does: ${name}`, () => {
      const random = seeded(11);
      for (let i = 0; i < 100; i++) {
        const [x, y] = [(random() - 0.5) * 5e6, (random() - 0.5) * 3e6];
        const [lon, lat] = toPlane.inverse([x, y]);
        const found = sphericalLambert(geometry).inverse(x, y);
        expect(found[0]).to.be.closeTo(lon, 1e-9);
        expect(found[1]).to.be.closeTo(lat, 1e-9);
      }
    });
  }
});
