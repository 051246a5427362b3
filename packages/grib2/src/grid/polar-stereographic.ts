import { wrapLongitude, type PolarStereographicGrid } from '@severe/projection';
import { Grib2Error } from '../error.ts';
import type { Section } from '../section.ts';
import { readEarth } from './earth.ts';
import { readVectorFlag, type Grid } from './grid.ts';
import { readPlaneStart } from './plane.ts';
import { readSize } from './rows.ts';
import { Scan } from './scan.ts';

/**
 * A regular grid on a plane with its origin at a pole.
 *
 * @see WMO-No. 306, Manual on Codes, Volume I.2, template 3.20
 */
export function polarStereographic(section3: Section): Grid<PolarStereographicGrid> {
  const { width, height } = readSize(section3);
  const scan = new Scan(section3.u8(65), width, height);
  const geometry: PolarStereographicGrid = {
    kind: 'polar-stereographic',
    earth: readEarth(section3),
    pole: section3.u8(64) & 0x80 ? -1 : 1,
    latTrue: section3.s32(48) * 1e-6,
    lonOrigin: wrapLongitude(section3.s32(52) * 1e-6),
    ...readPlaneStart(section3, 39, 56, scan),
  };
  const { latTrue } = geometry;
  if (!(Math.abs(latTrue) <= 90 && latTrue !== 0)) {
    throw new Grib2Error('damaged', `steps are true at latitude ${latTrue}, which is impossible on a polar plane`);
  }
  return { template: '3.20', width, height, scan, geometry, vectorsAlongGrid: readVectorFlag(section3, 47) };
}
