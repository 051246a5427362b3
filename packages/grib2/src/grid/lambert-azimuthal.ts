import { wrapLongitude, type LambertAzimuthalGrid } from '@severe/projection';
import { Grib2Error } from '../error.ts';
import type { Section } from '../section.ts';
import { readEarth } from './earth.ts';
import { readVectorFlag, type Grid } from './grid.ts';
import { readPlaneStart } from './plane.ts';
import { readSize } from './rows.ts';
import { Scan } from './scan.ts';

/**
 * A regular grid on an equal-area plane that touches the earth.
 *
 * @see WMO-No. 306, Manual on Codes, Volume I.2, template 3.140
 */
export function lambertAzimuthal(section3: Section): Grid<LambertAzimuthalGrid> {
  const { width, height } = readSize(section3);
  const scan = new Scan(section3.u8(64), width, height);
  const geometry: LambertAzimuthalGrid = {
    kind: 'lambert-azimuthal',
    earth: readEarth(section3),
    latOrigin: section3.s32(47) * 1e-6,
    lonOrigin: wrapLongitude(section3.s32(51) * 1e-6),
    ...readPlaneStart(section3, 39, 56, scan),
  };
  if (Math.abs(geometry.latOrigin) > 90) {
    throw new Grib2Error('damaged', `an equal-area plane that touches at latitude ${geometry.latOrigin}`);
  }
  return { template: '3.140', width, height, scan, geometry, vectorsAlongGrid: readVectorFlag(section3, 55) };
}
