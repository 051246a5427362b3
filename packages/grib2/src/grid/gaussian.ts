import type { GaussianGrid, ReducedGaussianGrid, RotatedGaussianGrid } from '@severe/projection';
import { Grib2Error } from '../error.ts';
import type { Section } from '../section.ts';
import { readVectorFlag, type Grid } from './grid.ts';
import { readPole } from './pole.ts';
import { readColumns, readFirstLongitude, readLatitudes, readLengths, readSize, singleRow } from './rows.ts';
import { Scan } from './scan.ts';

const maxRows = 20_000; // 1 km apart; computing a latitude takes as many steps as there are rows

/**
 * A grid whose rows are at Gaussian latitudes. If rows differ in length, a list of the lengths follows the template.
 *
 * @see WMO-No. 306, Manual on Codes, Volume I.2, template 3.40 with note 1
 */
export function gaussian(section3: Section): Grid<GaussianGrid | ReducedGaussianGrid> {
  return readGaussian(section3, 73);
}

/**
 * A Gaussian grid in rotated coordinates.
 *
 * @see WMO-No. 306, Manual on Codes, Volume I.2, template 3.41
 */
export function rotatedGaussian(section3: Section): Grid<RotatedGaussianGrid> {
  const grid = readGaussian(section3, 85);
  const geometry: RotatedGaussianGrid = { kind: 'rotated-gaussian', rotated: grid.geometry, pole: readPole(section3) };
  return { ...grid, template: '3.41', geometry };
}

/**
 * Octets 15 to 72 of templates 3.40 and 3.41.
 *
 * @param end the octet after the template, where the lengths of rows begin
 */
function readGaussian(section3: Section, end: number): Grid<GaussianGrid | ReducedGaussianGrid> {
  const vectorsAlongGrid = readVectorFlag(section3, 55);
  if (section3.u8(11) !== 0) {
    const geometry = readReduced(section3, end);
    return { template: '3.40', ...singleRow(section3.u32(7)), geometry, vectorsAlongGrid };
  }
  const { width, height } = readSize(section3);
  const scan = new Scan(section3.u8(72), width, height);
  const geometry: GaussianGrid = {
    kind: 'gaussian',
    rows: readRowCount(section3, height),
    firstLat: readLatitudes(section3).firstLat,
    stepRow: scan.northwards > 0 ? -1 : 1,
    ...columnsBetweenCorners(section3, scan),
  };
  return { template: '3.40', width, height, scan, geometry, vectorsAlongGrid };
}

function readReduced(section3: Section, octet: number): ReducedGaussianGrid {
  const lengths = readLengths(section3, octet);
  const rows = readRowCount(section3, lengths.length);
  const { firstLat } = readLatitudes(section3);
  return { kind: 'reduced-gaussian', rows, firstLat, firstLon: readFirstLongitude(section3), lengths };
}

/** Number of Gaussian latitudes from pole to pole (octet 68 has half of it). */
function readRowCount(section3: Section, height: number): number {
  const rows = section3.u32(68) * 2;
  if (rows >= height && rows <= maxRows) return rows;
  const needed = `from ${height} to ${maxRows} are needed`;
  throw new Grib2Error('damaged', `a Gaussian grid of ${height} rows with ${rows} from pole to pole; ${needed}`);
}

/** Increments of 360 degrees over 384 or 1536 points are rounded. So are corners, but over the whole width. */
function columnsBetweenCorners(section3: Section, scan: Scan): Pick<GaussianGrid, 'firstLon' | 'stepLon'> {
  const { firstLon, span, stepLon } = readColumns(section3, scan);
  return { firstLon, stepLon: span > 0 && scan.width > 1 ? (span / (scan.width - 1)) * scan.eastwards : stepLon };
}
