import type { RotatedLatLonGrid } from '@severe/projection';
import type { Section } from '../section.ts';
import { readVectorFlag, type Grid } from './grid.ts';
import { readLatLon } from './latlon.ts';
import { checkPole, readPole } from './pole.ts';
import { readSize } from './rows.ts';
import { Scan } from './scan.ts';

/**
 * A regular grid of latitudes and longitudes in rotated coordinates.
 *
 * @see WMO-No. 306, Manual on Codes, Volume I.2, template 3.1
 */
export function rotatedLatLon(section3: Section): Grid<RotatedLatLonGrid> {
  const { width, height } = readSize(section3);
  const scan = new Scan(section3.u8(72), width, height);
  const geometry: RotatedLatLonGrid = {
    kind: 'rotated-latlon',
    ...readLatLon(section3, scan),
    pole: readPole(section3),
    isFirstGeographic: false,
  };
  return { template: '3.1', width, height, scan, geometry, vectorsAlongGrid: readVectorFlag(section3, 55) };
}

/**
 * The same, defined by the centre of the grid; the first point is in geographic coordinates. NCEP defines octets 39 to
 * 80. The rows are not staggered.
 *
 * @see NCEP GRIB2 documentation, grid definition template 3.32769
 */
export function ncepRotatedLatLon(section3: Section): Grid<RotatedLatLonGrid> {
  const { width, height } = readSize(section3);
  const scan = new Scan(section3.u8(72), width, height);
  const geometry: RotatedLatLonGrid = {
    kind: 'rotated-latlon',
    firstLat: section3.s32(47) * 1e-6,
    firstLon: section3.s32(51) * 1e-6,
    stepLat: section3.u32(68) * 1e-6 * scan.northwards,
    stepLon: section3.u32(64) * 1e-6 * scan.eastwards,
    pole: checkPole({ lat: section3.s32(56) * 1e-6 - 90, lon: section3.s32(60) * 1e-6, angle: 0 }),
    isFirstGeographic: true,
  };
  return { template: '3.32769', width, height, scan, geometry, vectorsAlongGrid: readVectorFlag(section3, 55) };
}
