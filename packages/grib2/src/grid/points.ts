import { Grib2Error } from '../error.ts';
import { limits } from '../limits.ts';
import type { Section } from '../section.ts';

/** Octets 31 to 38 of section 3: columns and rows, held against the number of points that the section declares. */
export function readSize(section3: Section): { width: number; height: number } {
  const points = section3.u32(7);
  const width = section3.optionalU32(31);
  const height = section3.optionalU32(35);
  if (width === undefined || height === undefined || section3.u8(11) !== 0) {
    throw new Grib2Error('unsupported', 'the rows of the grid differ in length; such grids are not read');
  }
  if (width * height !== points || points === 0) {
    throw new Grib2Error(
      'damaged',
      `a grid of ${width} × ${height} cannot have the ${points} points that are declared`,
    );
  }
  if (points > limits.points) {
    throw new Grib2Error('too-large', `a grid of ${points} points; at most ${limits.points} are read`);
  }
  return { width, height };
}

/** Longitudes from -180 up to 180. */
export function wrapLongitude(lon: number): number {
  const wrapped = (((lon + 180) % 360) + 360) % 360;
  return wrapped - 180;
}
