import type { Field, Geometry } from '@severe/raster';
import { expect } from 'chai';
import proj4 from 'proj4';
import { deriveFromVector } from '../../src/read/vector.ts';
import { lambert, planes, turned } from '../support/fields.ts';

/** Components of a wind along the grid, in hundredths, which the unit vector of each cell gives. */
function windOf(
  geometry: Geometry,
  width: number,
  height: number,
  unit: (column: number, row: number) => [number, number],
) {
  const component = (i: 0 | 1): Field => ({
    width,
    height,
    packed: Int32Array.from({ length: width * height }, (_, cell) =>
      Math.round(1e6 * unit(cell % width, Math.floor(cell / width))[i]),
    ),
    scale: 1e-5,
    offset: 0,
    absent: [],
    geometry,
  });
  return [component(0), component(1)] as [Field, Field];
}

const options = { derive: 'direction-from', alongGrid: true, step: 0.01 } as const;

/** The largest difference from a direction, in degrees. */
function furthestFrom(direction: number, field: Field): number {
  let most = 0;
  for (const code of field.packed) {
    const difference = Math.abs(code * field.scale - direction) % 360;
    most = Math.max(most, Math.min(difference, 360 - difference));
  }
  return most;
}

describe('read/vector, on grids with convergence', () => {
  for (const [name, { geometry, width, height }] of Object.entries({ ...planes, 'a turned pole': turned })) {
    it(`turns a west wind everywhere to 270°: ${name}`, () => {
      const plane = proj4(geometry.proj4);
      const [stepX, stepY] = [geometry.stepX * 8, geometry.stepY * 8];
      const sparse = { ...geometry, stepX, stepY };
      const wind = windOf(sparse, width >> 3, height >> 3, (column, row) => {
        const [x, y] = [geometry.x0 + column * stepX, geometry.y0 - row * stepY];
        const [lon, lat] = plane.inverse([x, y]);
        const [northX, northY] = plane.forward([lon, lat + 1e-5]); // a step to the north, in the plane
        const along = name === 'a turned pole' ? Math.cos((y * Math.PI) / 180) : 1; // of a degree of longitude
        const length = Math.hypot(along * (northX - x), northY - y);
        return [(northY - y) / length, (-along * (northX - x)) / length]; // a quarter turn clockwise of it
      });
      expect(furthestFrom(270, deriveFromVector(wind, options))).to.be.below(0.05);
    });
  }

  it('rotates winds on a cone equally by proj4 and by its formula', () => {
    const projection = '+proj=lcc +lat_1=38.5 +lat_2=38.5 +lat_0=38.5 +lon_0=-97.5 +R=6371229 +units=m +no_defs';
    const { x0, y0, stepX, stepY } = { ...lambert, stepX: 30_000, stepY: 30_000 };
    const unit = (): [number, number] => [0.6, 0.8];
    const general = windOf({ kind: 'projected', proj4: projection, x0, y0, stepX, stepY }, 60, 40, unit);
    const own = windOf({ ...lambert, stepX, stepY }, 60, 40, unit);
    const [found, needed] = [general, own].map((wind) => deriveFromVector(wind, options).packed);
    found.forEach((code, i) => expect(code).to.be.closeTo(needed[i], 1));
  });
});
