import { wrapLongitude, type HealpixGrid } from '@severe/projection';
import { Grib2Error } from '../error.ts';
import { limits } from '../limits.ts';
import type { Section } from '../section.ts';
import { readVectorFlag, type Grid } from './grid.ts';
import { singleRow } from './rows.ts';

const centres = 4; // of table 3.8

/**
 * Squares of equal area on rings of equal latitude.
 *
 * @see WMO-No. 306, Manual on Codes, Volume I.2, template 3.150
 */
export function healpix(section3: Section): Grid<HealpixGrid> {
  const [points, side] = [section3.u32(7), section3.u32(32)];
  if (points === 0 || points !== 12 * side ** 2) {
    throw new Grib2Error('damaged', `a HEALPix grid of side ${side} cannot have the declared ${points} points`);
  }
  if (points > limits.points) {
    throw new Grib2Error('too-large', `a grid of ${points} points; at most ${limits.points} are read`);
  }
  const [position, ordering, scan] = [section3.u8(40), section3.u8(41), section3.u8(42)];
  if (position !== centres || ordering > 1 || scan !== 0) {
    const found = `points at position ${position} (table 3.8), ordering ${ordering}, scanning mode ${scan}`;
    throw new Grib2Error('unsupported', `a HEALPix grid with ${found}; 4, 0 or 1, and 0 are read`);
  }
  if (ordering === 1 && (side & (side - 1)) !== 0) {
    throw new Grib2Error('damaged', `a nested HEALPix grid of side ${side}; only powers of 2 can be nested`);
  }
  const firstLon = wrapLongitude(section3.s32(36) * 1e-6);
  const geometry: HealpixGrid = { kind: 'healpix', side, nested: ordering === 1, firstLon };
  return { template: '3.150', ...singleRow(points), geometry, vectorsAlongGrid: readVectorFlag(section3, 31) };
}
