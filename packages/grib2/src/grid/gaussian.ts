import { Grib2Error } from '../error.ts';
import type { Section } from '../section.ts';
import { gaussianLatitude, nearestGaussianRow } from './gaussian-latitude.ts';
import type { Grid, GridTemplate } from './grid.ts';
import { nearestColumn, positive, readColumns, readLatitudes } from './latlon.ts';
import { readSize, wrapLongitude } from './points.ts';
import { reducedGaussian, type ReducedGaussianGeometry } from './reduced-gaussian.ts';
import { Scan } from './scan.ts';

/** Column i lies at `firstLon + i * stepLon`, row j at Gaussian latitude `firstRow + j * stepRow` of `rows`. */
export interface GaussianGeometry {
  kind: 'gaussian';
  /** From pole to pole. */
  rows: number;
  /** Counted from the northernmost of all, 0; a grid may begin at another. */
  firstRow: number;
  /** 1 southwards, -1 northwards. */
  stepRow: 1 | -1;
  firstLon: number;
  stepLon: number;
}

const MOST_ROWS = 20_000; // 500 m apart; a latitude takes as many steps as there are rows

/**
 * A grid whose rows lie at Gaussian latitudes; where they differ in length, a list of the lengths follows.
 *
 * @see WMO-No. 306, Manual on Codes, Volume I.2, template 3.40
 */
export const gaussian: GridTemplate = (section3) => readGaussian(section3, 73);

/**
 * Octets 15 to 72, with which template 3.41 begins as well.
 *
 * @param behind the octets of the template, where lengths of rows begin
 */
export function readGaussian(section3: Section, behind: number): GaussianGrid {
  if (section3.u8(11) !== 0) return reducedGaussian(section3, behind);
  const { width, height } = readSize(section3);
  const scan = new Scan(section3.u8(72), width, height);
  const geometry: GaussianGeometry = {
    kind: 'gaussian',
    ...readRows(section3, scan),
    ...columnsBetweenCorners(section3, scan),
  };
  return gaussianGrid(scan, geometry, section3.u8(55));
}

type GaussianGrid = Grid & { geometry: GaussianGeometry | ReducedGaussianGeometry };

function readRows(section3: Section, scan: Scan): Pick<GaussianGeometry, 'rows' | 'firstRow' | 'stepRow'> {
  const stepRow = scan.northwards > 0 ? -1 : 1;
  return { ...firstGaussianRow(section3, scan.height, stepRow), stepRow };
}

/** Increments of 360 degrees over 384 or 1536 points are rounded, and corners as well, but over the whole width. */
function columnsBetweenCorners(section3: Section, scan: Scan): Pick<GaussianGeometry, 'firstLon' | 'stepLon'> {
  const { firstLon, lastLon, stepLon } = readColumns(section3, scan);
  const span = positive((lastLon - firstLon) * scan.eastwards);
  return { firstLon, stepLon: span > 0 && scan.width > 1 ? (span / (scan.width - 1)) * scan.eastwards : stepLon };
}

/** Which of the Gaussian latitudes the first of `height` rows lies at. */
export function firstGaussianRow(
  section3: Section,
  height: number,
  stepRow: 1 | -1,
): Pick<GaussianGeometry, 'rows' | 'firstRow'> {
  const rows = section3.u32(68) * 2;
  if (rows < height || rows > MOST_ROWS) {
    const needed = `from ${height} to ${MOST_ROWS} are needed`;
    throw new Grib2Error('damaged', `a Gaussian grid of ${height} rows with ${rows} from pole to pole; ${needed}`);
  }
  const { firstLat } = readLatitudes(section3);
  const firstRow = nearestGaussianRow(firstLat, rows);
  const lastRow = firstRow + stepRow * (height - 1);
  if (Math.abs(gaussianLatitude(firstRow, rows) - firstLat) > 45 / rows || lastRow < 0 || lastRow >= rows) {
    const found = `${height} rows from latitude ${firstLat}`;
    throw new Grib2Error('damaged', `${found} are not among the ${rows} Gaussian latitudes`);
  }
  return { rows, firstRow };
}

function gaussianGrid(scan: Scan, geometry: GaussianGeometry, flags: number): GaussianGrid {
  const { width, height } = scan;
  const { rows, firstRow, stepRow, firstLon, stepLon } = geometry;
  return {
    template: '3.40',
    width,
    height,
    scan,
    geometry,
    vectorsAlongGrid: (flags & 0x08) !== 0,
    positionOf(index) {
      const { i, j } = scan.cellOf(index);
      return { lat: gaussianLatitude(firstRow + j * stepRow, rows), lon: wrapLongitude(firstLon + i * stepLon) };
    },
    nearest({ lat, lon }) {
      const i = nearestColumn(geometry, width, lon);
      const row = nearestGaussianRow(lat, rows);
      const j = (row - firstRow) * stepRow;
      const within = j >= 0 && j < height && Math.abs(gaussianLatitude(row, rows) - lat) <= 90 / rows;
      return i !== undefined && within ? scan.indexOf(i, j) : undefined;
    },
  };
}
