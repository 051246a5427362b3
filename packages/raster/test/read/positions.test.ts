import { readFileSync } from 'node:fs';
import { isField, readFields } from '@severe/grib2';
import { storedLocator } from '@severe/projection';
import { readGrib2Field } from '@severe/raster';
import { expect } from 'chai';
import { sharedFile } from '@severe/testing/shared';
import { locatorOf } from '../../src/values/locate.ts';
import { seeded } from '@severe/testing/seeded';

/** Real files whose grids proj4 places, of which the decoder knows the places by formulas of its own. */
const files = [
  'aqm.t12z.ave_1hr_o3-AK-polar-stereographic.grib2',
  'aqm.t12z.ave_1hr_o3-HI-mercator.grib2',
  'st4_conus.2022081004.01h.grb2',
  'albers_equal_area.grb2',
  'lambert_conformal_conic.grb2',
  'mercator.grb2',
  'polar_stereographic.grb2',
  'cosmo-eu.grib2',
  'ref_new_grid_gdt_32769.grib2',
  'gfswave-11.t00z.global.0p25.f000.grib2',
];

describe('read, positions', () => {
  for (const name of files) {
    it(`finds every point of ${name} in the cell that holds its value`, function () {
      const bytes = readFileSync(sharedFile(this, `data/raster/grib2/${name}`));
      const [message] = readFields(bytes);
      if (!isField(message)) throw message.error;
      const field = readGrib2Field(bytes, { nothing: [], missing: [] });
      const { packed, scale, offset, missingCode } = message.packed();
      const locate = locatorOf(field);
      const { positionOf } = storedLocator(message.grid);
      const random = seeded(3);
      for (let i = 0; i < 2000; i++) {
        const index = Math.floor(random() * packed.length);
        const { lon, lat } = positionOf(index)!;
        const cell = { column: NaN, row: NaN };
        locate(lon, lat, cell);
        const code = field.packed[cell.row * field.width + cell.column];
        const found = field.absent.some((none) => none.code === code) ? null : field.offset + code * field.scale;
        const needed = packed[index] === missingCode ? null : offset + packed[index] * scale;
        if (needed === null) expect(found, `${lon} ${lat}`).to.equal(null);
        else expect(found, `${lon} ${lat}`).to.be.closeTo(needed, 1e-9 * Math.max(1, Math.abs(needed)));
      }
    });
  }
});
