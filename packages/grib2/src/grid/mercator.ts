import type { MercatorGrid } from '@severe/projection';
import { Grib2Error } from '../error.ts';
import type { Section } from '../section.ts';
import { readEarth } from './earth.ts';
import { readVectorFlag, type Grid } from './grid.ts';
import { readPlaneStart } from './plane.ts';
import { readSize } from './rows.ts';
import { Scan } from './scan.ts';

/**
 * A regular grid on a cylinder around the equator.
 *
 * @see WMO-No. 306, Manual on Codes, Volume I.2, template 3.10
 */
export function mercator(section3: Section): Grid<MercatorGrid> {
  const { width, height } = readSize(section3);
  const scan = new Scan(section3.u8(60), width, height);
  const orientation = (section3.optionalU32(61) ?? 0) * 1e-6;
  if (orientation !== 0) {
    throw new Grib2Error('unsupported', `a Mercator grid rotated by ${orientation} degrees; only 0 is read`);
  }
  const geometry: MercatorGrid = {
    kind: 'mercator',
    earth: readEarth(section3),
    latTrue: section3.s32(48) * 1e-6,
    ...readPlaneStart(section3, 39, 65, scan),
  };
  const { latTrue, firstLat } = geometry;
  if (Math.abs(latTrue) >= 89.9 || Math.abs(firstLat) >= 89.9) {
    throw new Grib2Error(
      'damaged',
      `a Mercator grid from latitude ${firstLat}, true at ${latTrue}; poles are at infinity`,
    );
  }
  return { template: '3.10', width, height, scan, geometry, vectorsAlongGrid: readVectorFlag(section3, 47) };
}
