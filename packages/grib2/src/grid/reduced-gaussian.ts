import type { Section } from '../section.ts';
import { gaussianLatitude, nearestGaussianRow } from './gaussian-latitude.ts';
import { firstGaussianRow } from './gaussian.ts';
import type { Grid } from './grid.ts';
import { wrapLongitude } from './points.ts';
import { readLengths, reducedPlaces } from './reduced.ts';

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
 * @param section3 template 3.40, or 3.41, which begins with the same octets
 * @param octet    behind those of the template, where the lengths begin
 * @see WMO-No. 306, Manual on Codes, Volume I.2, template 3.40, note 1
 */
export function reducedGaussian(section3: Section, octet: number): Grid & { geometry: ReducedGaussianGeometry } {
  const lengths = readLengths(section3, octet);
  const { rows, firstRow } = firstGaussianRow(section3, lengths.length, 1);
  const firstLon = wrapLongitude(section3.s32(51) * 1e-6);
  const geometry = { kind: 'reduced-gaussian' as const, rows, firstRow, firstLon, lengths };
  const places = reducedPlaces(geometry, {
    latitudeOf: (row) => gaussianLatitude(firstRow + row, rows),
    nearest(lat) {
      const row = nearestGaussianRow(lat, rows);
      const within = row >= firstRow && row < firstRow + lengths.length;
      return within && Math.abs(gaussianLatitude(row, rows) - lat) <= 90 / rows ? row - firstRow : undefined;
    },
  });
  return { template: '3.40', ...places, geometry, vectorsAlongGrid: (section3.u8(55) & 0x08) !== 0 };
}
