import { wrapLongitude, type SpaceViewGrid } from '@severe/projection';
import { Grib2Error } from '../error.ts';
import type { Section } from '../section.ts';
import { readEarth } from './earth.ts';
import { readVectorFlag, type Grid } from './grid.ts';
import { readSize } from './rows.ts';
import { Scan } from './scan.ts';

/**
 * An image from a geostationary satellite, from exactly above the equator and with north up.
 *
 * @see WMO-No. 306, Manual on Codes, Volume I.2, template 3.90
 */
export function spaceView(section3: Section): Grid<SpaceViewGrid> {
  const { width, height } = readSize(section3);
  const scan = new Scan(section3.u8(64), width, height);
  const geometry = readView(section3, scan);
  return { template: '3.90', width, height, scan, geometry, vectorsAlongGrid: readVectorFlag(section3, 47) };
}

function readView(section3: Section, scan: Scan): SpaceViewGrid {
  const [lat, orientation] = [section3.s32(39) * 1e-6, section3.s32(65) * 1e-6];
  const distance = section3.optionalU32(69);
  const [diameterX, diameterY] = [section3.u32(48), section3.u32(52)];
  if (lat !== 0 || orientation !== 0 || distance === undefined) {
    const found = distance === undefined ? 'from infinity' : `above latitude ${lat}, rotated by ${orientation} degrees`;
    throw new Grib2Error('unsupported', `a view ${found}; only views from above the equator with north up are read`);
  }
  if (distance <= 1e6 || diameterX === 0 || diameterY === 0) {
    const found = `a view from ${distance * 1e-6} radii of the earth, ${diameterX} × ${diameterY} points wide`;
    throw new Grib2Error('damaged', `${found}; more than 1 radius and 0 points are needed`);
  }
  return {
    kind: 'space-view',
    earth: readEarth(section3),
    lonOrigin: wrapLongitude(section3.s32(43) * 1e-6),
    distance: distance * 1e-6,
    x0: section3.u32(56) * 1e-3 - section3.u32(73),
    y0: scan.height - 1 - (section3.u32(60) * 1e-3 - section3.u32(77)), // Yp counts from the south
    diameterX,
    diameterY,
    isNorthWestFirst: scan.eastwards > 0 && scan.northwards < 0,
  };
}
