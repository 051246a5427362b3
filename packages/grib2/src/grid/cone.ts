import { wrapLongitude, type AlbersGrid, type ConeParameters, type LambertGrid } from '@severe/projection';
import { Grib2Error } from '../error.ts';
import type { Section } from '../section.ts';
import { readEarth } from './earth.ts';
import { readVectorFlag, type Grid } from './grid.ts';
import { readPlaneStart } from './plane.ts';
import { readSize } from './rows.ts';
import { Scan } from './scan.ts';

/**
 * A regular grid on a Lambert conformal cone.
 *
 * @see WMO-No. 306, Manual on Codes, Volume I.2, template 3.30
 */
export function lambert(section3: Section): Grid<LambertGrid> {
  return coneGrid(section3, '3.30', 'lambert');
}

/**
 * A regular grid on an Albers equal-area cone; the octets are those of template 3.30.
 *
 * @see WMO-No. 306, Manual on Codes, Volume I.2, template 3.31
 */
export function albers(section3: Section): Grid<AlbersGrid> {
  return coneGrid(section3, '3.31', 'albers');
}

function coneGrid<Kind extends 'lambert' | 'albers'>(section3: Section, template: string, kind: Kind) {
  const { width, height } = readSize(section3);
  const scan = new Scan(section3.u8(65), width, height);
  const geometry = { kind, ...readCone(section3), ...readPlaneStart(section3, 39, 56, scan) };
  return { template, width, height, scan, geometry, vectorsAlongGrid: readVectorFlag(section3, 47) };
}

/** Octets 15 to 30 and 48 to 73. */
function readCone(section3: Section): ConeParameters {
  const cone = {
    earth: readEarth(section3),
    latOrigin: section3.s32(48) * 1e-6,
    lonOrigin: wrapLongitude(section3.s32(52) * 1e-6),
    lat1: section3.s32(66) * 1e-6,
    lat2: section3.s32(70) * 1e-6,
  };
  const isUsable = (lat: number): boolean => Math.abs(lat) < 90;
  if (isUsable(cone.lat1) && isUsable(cone.lat2) && Math.abs(cone.lat1 + cone.lat2) > 1e-6) return cone;
  throw new Grib2Error('damaged', `standard parallels ${cone.lat1} and ${cone.lat2} make no cone`);
}
