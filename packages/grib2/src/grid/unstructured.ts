import { Grib2Error } from '../error.ts';
import { limits } from '../limits.ts';
import type { GridTemplate } from './grid.ts';
import { Scan } from './scan.ts';

/** Points in an order that a file elsewhere explains: the grid of that number and identifier. */
export interface UnstructuredGeometry {
  kind: 'unstructured';
  number: number;
  /** Table 3.1, note: which of the grids it describes (for ICON 1 triangles, 2 vertices, 3 edges). */
  reference: number;
  uuid: string;
}

const NOWHERE = { lat: NaN, lon: NaN };

/**
 * Points without rows, whose positions are not in the file: a single row of all of them.
 *
 * @see WMO-No. 306, Manual on Codes, Volume I.2, template 3.101
 */
export const unstructured: GridTemplate = (section3) => {
  const points = section3.u32(7);
  if (points === 0 || points > limits.points) {
    throw new Grib2Error('too-large', `a grid of ${points} points; from 1 to ${limits.points} are read`);
  }
  const octets = [...section3.bytes.subarray(19, 35)];
  const uuid = octets.map((octet) => octet.toString(16).padStart(2, '0')).join('');
  return {
    template: '3.101',
    width: points,
    height: 1,
    scan: new Scan(0, points, 1),
    geometry: { kind: 'unstructured', number: section3.u32(15) & 0xffffff, reference: section3.u8(19), uuid },
    vectorsAlongGrid: false,
    positionOf: () => NOWHERE,
    nearest: () => undefined,
  };
};
