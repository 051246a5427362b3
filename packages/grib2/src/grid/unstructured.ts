import type { UnstructuredGrid } from '@severe/projection';
import { Grib2Error } from '../error.ts';
import { limits } from '../limits.ts';
import type { Section } from '../section.ts';
import type { Grid } from './grid.ts';
import { singleRow } from './rows.ts';

/**
 * Points without rows, whose positions are not in the file.
 *
 * @see WMO-No. 306, Manual on Codes, Volume I.2, template 3.101
 */
export function unstructured(section3: Section): Grid<UnstructuredGrid> {
  const points = section3.u32(7);
  if (points === 0 || points > limits.points) {
    throw new Grib2Error('too-large', `a grid of ${points} points; from 1 to ${limits.points} are read`);
  }
  const octets = [...section3.bytes.subarray(19, 35)];
  const uuid = octets.map((octet) => octet.toString(16).padStart(2, '0')).join('');
  const number = section3.u32(15) & 0xffffff;
  const geometry: UnstructuredGrid = { kind: 'unstructured', number, reference: section3.u8(19), uuid };
  return { template: '3.101', ...singleRow(points), geometry, vectorsAlongGrid: false };
}
