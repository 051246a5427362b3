import { Grib2Error } from '../error.ts';
import type { Section } from '../section.ts';
import type { Grid, GridTemplate, Position } from './grid.ts';
import { readSize, wrapLongitude } from './points.ts';
import { reducedLatLon } from './reduced-latlon.ts';
import { Scan } from './scan.ts';

/** Column i, row j lies at `firstLat + j * stepLat`, `firstLon + i * stepLon`, in degrees; steps have signs. */
export interface LatLonGeometry {
  kind: 'latlon';
  firstLat: number;
  firstLon: number;
  stepLat: number;
  stepLon: number;
}

/**
 * A regular grid of latitudes and longitudes.
 *
 * @see WMO-No. 306, Manual on Codes, Volume I.2, template 3.0
 */
export const latlon: GridTemplate = (section3) => {
  if (section3.u8(11) !== 0) return reducedLatLon(section3);
  const { width, height } = readSize(section3);
  const scan = new Scan(section3.u8(72), width, height);
  return { ...latLonGrid('3.0', scan, readLatLon(section3, scan)), vectorsAlongGrid: (section3.u8(55) & 0x08) !== 0 };
};

/** Octets 39 to 71 of template 3.0, with which 3.1 begins as well. */
export function readLatLon(section3: Section, scan: Scan): LatLonGeometry {
  const { firstLat } = readLatitudes(section3);
  const { firstLon, stepLon } = readColumns(section3, scan);
  const stepLat = stepOfLatitudes(section3, scan.northwards, scan.height);
  return { kind: 'latlon', firstLat, firstLon, stepLat: stepLat * scan.northwards, stepLon };
}

/** From one row to the next, whichever way they run. */
export function stepOfLatitudes(section3: Section, northwards: 1 | -1, height: number): number {
  const { firstLat, lastLat } = readLatitudes(section3);
  return stepOf(givenStep(section3, 68, 0x10), angleUnit(section3), (lastLat - firstLat) * northwards, height);
}

/** Latitudes of the first and the last row. */
export function readLatitudes(section3: Section): { firstLat: number; lastLat: number } {
  const unit = angleUnit(section3);
  const firstLat = section3.s32(47) * unit;
  if (Math.abs(firstLat) > 90.001) throw new Grib2Error('damaged', `the first point lies at latitude ${firstLat}`);
  return { firstLat, lastLat: section3.s32(56) * unit };
}

/** Longitudes of the first and the last column and the step from one to the next. */
export function readColumns(
  section3: Section,
  scan: Scan,
): Pick<LatLonGeometry, 'firstLon' | 'stepLon'> & { lastLon: number } {
  const unit = angleUnit(section3);
  const firstLon = wrapLongitude(section3.s32(51) * unit);
  const lastLon = wrapLongitude(section3.s32(60) * unit);
  const span = positive((lastLon - firstLon) * scan.eastwards);
  const stepLon = stepOf(givenStep(section3, 64, 0x20), unit, span, scan.width);
  return { firstLon, lastLon, stepLon: stepLon * scan.eastwards };
}

function givenStep(section3: Section, octet: number, flag: number): number | undefined {
  return section3.u8(55) & flag ? section3.optionalU32(octet) : undefined;
}

/** Degrees in a unit of the angles: a millionth, or the basic angle over its subdivisions. */
export function angleUnit(section3: Section): number {
  const basic = section3.optionalU32(39) ?? 0;
  const subdivisions = section3.optionalU32(43) ?? 0;
  return basic === 0 || subdivisions === 0 ? 1e-6 : basic / subdivisions;
}

/**
 * Increments count before corners, which some providers round carelessly and which are the same place around the
 * whole earth. Where the two differ by more than half a step nobody can tell where the values lie.
 */
function stepOf(given: number | undefined, unit: number, span: number, points: number): number {
  const between = points > 1 ? span / (points - 1) : 0;
  if (!given) return between;
  const step = given * unit;
  if (between <= 0 || Math.abs(step * (points - 1) - span) <= step / 2) return step;
  const corners = `its first and last points are ${span} degrees apart`;
  throw new Grib2Error('damaged', `${points} points in steps of ${step} degrees do not fit the grid: ${corners}`);
}

/** From 0 up to 360. */
export const positive = (degrees: number): number => ((degrees % 360) + 360) % 360;

/** A grid of latitudes and longitudes; the component flags are left to the template. */
export function latLonGrid(template: string, scan: Scan, geometry: LatLonGeometry): Omit<Grid, 'vectorsAlongGrid'> {
  const { width, height } = scan;
  const { firstLat, firstLon, stepLat, stepLon } = geometry;
  return {
    template,
    width,
    height,
    scan,
    geometry,
    positionOf(index) {
      const { i, j } = scan.cellOf(index);
      return { lat: firstLat + j * stepLat, lon: wrapLongitude(firstLon + i * stepLon) };
    },
    nearest(place: Position) {
      const i = nearestColumn(geometry, width, place.lon);
      const j = stepLat === 0 ? 0 : Math.round((place.lat - firstLat) / stepLat);
      return i !== undefined && j >= 0 && j < height ? scan.indexOf(i, j) : undefined;
    },
  };
}

/** The column nearest to a longitude, or undefined more than half a step outside. */
export function nearestColumn(
  { firstLon, stepLon }: Pick<LatLonGeometry, 'firstLon' | 'stepLon'>,
  width: number,
  lon: number,
): number | undefined {
  const east = positive((lon - firstLon) * Math.sign(stepLon));
  const size = Math.abs(stepLon);
  const i = size === 0 ? 0 : Math.round((east > 360 - size / 2 ? east - 360 : east) / size);
  return i >= 0 && i < width ? i : undefined;
}
