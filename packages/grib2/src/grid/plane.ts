import type { PlaneStart } from '@severe/projection';
import { Grib2Error } from '../error.ts';
import type { Section } from '../section.ts';
import type { Scan } from './scan.ts';

/**
 * First point and steps of a grid on a plane: latitude and longitude in millionths of a degree, steps in millimetres.
 *
 * @param firstOctet of the latitude
 * @param stepOctet  of the step along rows
 */
export function readPlaneStart(section3: Section, firstOctet: number, stepOctet: number, scan: Scan): PlaneStart {
  const firstLat = section3.s32(firstOctet) * 1e-6;
  const firstLon = section3.s32(firstOctet + 4) * 1e-6;
  if (Math.abs(firstLat) > 90) throw new Grib2Error('damaged', `the first point is at latitude ${firstLat}`);
  return {
    firstLat,
    firstLon,
    stepX: section3.u32(stepOctet) * 1e-3 * scan.eastwards,
    stepY: section3.u32(stepOctet + 4) * 1e-3 * scan.northwards,
  };
}
