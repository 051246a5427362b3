import { Grib2Error } from '../error.ts';
import { limits } from '../limits.ts';
import type { Section } from '../section.ts';
import { gaussianLatitude, nearestGaussianRow } from './gaussian-latitude.ts';
import { firstGaussianRow } from './gaussian.ts';
import type { Grid } from './grid.ts';
import { wrapLongitude } from './points.ts';
import { Scan } from './scan.ts';

/**
 * Rows at Gaussian latitudes, each of its own number of points around the whole earth. Row j lies at Gaussian latitude
 * `firstRow + j` of `rows`, its points at `firstLon + i * 360 / lengths[j]`.
 */
export interface ReducedGaussianGeometry {
  kind: 'reduced-gaussian';
  rows: number;
  firstRow: number;
  firstLon: number;
  lengths: number[];
}

/**
 * A Gaussian grid whose rows differ in length, which the grid gives as a single row of all its points.
 *
 * @param section3 template 3.40 with a list of the lengths behind octet 72
 * @see WMO-No. 306, Manual on Codes, Volume I.2, template 3.40, note 1, and regulation 92.2.1
 */
export function reducedGaussian(section3: Section): Grid {
  const points = section3.u32(7);
  const lengths = readLengths(section3);
  const sum = lengths.reduce((total, length) => total + length, 0);
  if (sum !== points || points === 0 || points > limits.points) {
    throw new Grib2Error('damaged', `rows of ${sum} points together where ${points} are declared`);
  }
  if (section3.u8(72) !== 0) {
    throw new Grib2Error('unsupported', `scanning mode ${section3.u8(72)} in a grid whose rows differ in length`);
  }
  const { rows, firstRow } = firstGaussianRow(section3, lengths.length, 1);
  const firstLon = wrapLongitude(section3.s32(51) * 1e-6);
  const starts = new Uint32Array(lengths.length + 1);
  lengths.forEach((length, row) => (starts[row + 1] = starts[row] + length));
  return {
    template: '3.40',
    width: points,
    height: 1,
    scan: new Scan(0, points, 1),
    geometry: { kind: 'reduced-gaussian', rows, firstRow, firstLon, lengths },
    vectorsAlongGrid: (section3.u8(55) & 0x08) !== 0,
    positionOf(index) {
      const row = rowOf(starts, index);
      const lon = firstLon + ((index - starts[row]) * 360) / lengths[row];
      return { lat: gaussianLatitude(firstRow + row, rows), lon: wrapLongitude(lon) };
    },
    nearest({ lat, lon }) {
      const gaussianRow = nearestGaussianRow(lat, rows);
      const length = lengths[gaussianRow - firstRow];
      if (!length || Math.abs(gaussianLatitude(gaussianRow, rows) - lat) > 90 / rows) return undefined;
      const east = (wrapLongitude(lon - firstLon) + 360) % 360;
      return starts[gaussianRow - firstRow] + (Math.round((east * length) / 360) % length);
    },
  };
}

function readLengths(section3: Section): number[] {
  const [octets, rows] = [section3.u8(11), section3.u32(35)];
  const meaning = section3.u8(12);
  if (meaning !== 1 || !READERS[octets]) {
    const found = `lengths of rows in ${octets} octets with meaning ${meaning} (table 3.11)`;
    throw new Grib2Error('unsupported', `${found}; 1, 2 or 4 with meaning 1 are read`);
  }
  const needed = 72 + rows * octets;
  if (section3.length < needed) {
    throw new Grib2Error(
      'truncated',
      `section 3 has ${section3.length} octets, ${rows} lengths of rows need ${needed}`,
    );
  }
  const read = READERS[octets];
  return Array.from({ length: rows }, (_, row) => read(section3, 73 + row * octets));
}

/** By how many octets a number takes. */
const READERS: Record<number, (section: Section, octet: number) => number> = {
  1: (section, octet) => section.u8(octet),
  2: (section, octet) => section.u16(octet),
  4: (section, octet) => section.u32(octet),
};

/** The row in which an index lies, by halving. */
function rowOf(starts: Uint32Array, index: number): number {
  let [low, high] = [0, starts.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (starts[middle] <= index) low = middle;
    else high = middle;
  }
  return low;
}
