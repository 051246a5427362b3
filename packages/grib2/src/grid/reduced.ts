import { Grib2Error } from '../error.ts';
import { limits } from '../limits.ts';
import type { Section } from '../section.ts';
import type { Grid } from './grid.ts';
import { wrapLongitude } from './points.ts';
import { Scan } from './scan.ts';

/** The latitudes of rows that differ in length. */
export interface Rows {
  latitudeOf(row: number): number;
  /** The row whose latitude is nearest, undefined more than half a step outside. */
  nearest(lat: number): number | undefined;
}

/**
 * How many points each row has around the whole earth, from a list behind the octets of the template.
 *
 * @param octet of the first length
 * @see WMO-No. 306, Manual on Codes, Volume I.2, regulation 92.2.1 and table 3.11
 */
export function readLengths(section3: Section, octet: number): number[] {
  const [octets, rows, meaning] = [section3.u8(11), section3.u32(35), section3.u8(12)];
  if (meaning !== 1 || !READERS[octets]) {
    const found = `lengths of rows in ${octets} octets with meaning ${meaning} (table 3.11)`;
    throw new Grib2Error('unsupported', `${found}; 1, 2 or 4 with meaning 1 are read`);
  }
  const needed = octet - 1 + rows * octets;
  if (section3.length < needed) {
    throw new Grib2Error(
      'truncated',
      `section 3 has ${section3.length} octets, ${rows} lengths of rows need ${needed}`,
    );
  }
  if (section3.u8(72) !== 0) {
    throw new Grib2Error('unsupported', `scanning mode ${section3.u8(72)} in a grid whose rows differ in length`);
  }
  const read = READERS[octets];
  const lengths = Array.from({ length: rows }, (_, row) => read(section3, octet + row * octets));
  const [sum, points] = [lengths.reduce((total, length) => total + length, 0), section3.u32(7)];
  if (sum === points && points > 0 && points <= limits.points) return lengths;
  throw new Grib2Error('damaged', `rows of ${sum} points together where ${points} are declared`);
}

/** By how many octets a number takes. */
const READERS: Record<number, (section: Section, octet: number) => number> = {
  1: (section, octet) => section.u8(octet),
  2: (section, octet) => section.u16(octet),
  4: (section, octet) => section.u32(octet),
};

/** Where the points lie, as a single row of all of them. */
export function reducedPlaces(
  { lengths, firstLon }: { lengths: number[]; firstLon: number },
  rows: Rows,
): Pick<Grid, 'width' | 'height' | 'scan' | 'positionOf' | 'nearest'> {
  const starts = new Uint32Array(lengths.length + 1);
  lengths.forEach((length, row) => (starts[row + 1] = starts[row] + length));
  const points = starts[lengths.length];
  return {
    width: points,
    height: 1,
    scan: new Scan(0, points, 1),
    positionOf(index) {
      const row = rowOf(starts, index);
      const lon = firstLon + ((index - starts[row]) * 360) / lengths[row];
      return { lat: rows.latitudeOf(row), lon: wrapLongitude(lon) };
    },
    nearest({ lat, lon }) {
      const row = rows.nearest(lat);
      const length = row === undefined ? 0 : lengths[row];
      if (row === undefined || length === 0) return undefined;
      const east = (wrapLongitude(lon - firstLon) + 360) % 360;
      return starts[row] + (Math.round((east * length) / 360) % length);
    },
  };
}

/** The row in which an index lies, by halving; a row may have no point. */
function rowOf(starts: Uint32Array, index: number): number {
  let [low, high] = [0, starts.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (starts[middle] <= index) low = middle;
    else high = middle;
  }
  return low;
}
