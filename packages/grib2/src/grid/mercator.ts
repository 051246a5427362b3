import { Grib2Error } from '../error.ts';
import type { Section } from '../section.ts';
import { readEarth, type Earth } from './earth.ts';
import { eccentricityOf, halfColatitude, latitudeOfHalf, parallelRadius, RADIANS } from './ellipsoid.ts';
import type { GridTemplate, Position } from './grid.ts';
import { readSize, wrapLongitude } from './points.ts';
import { planeFrom, projectedGrid, readFirst, readSteps, type Plane, type Projection } from './projected.ts';
import { Scan } from './scan.ts';

/** Mercator, with its origin on the equator at `lonOrigin`, the middle of the grid. Angles are degrees. */
export interface MercatorGeometry extends Plane, Cylinder {
  kind: 'mercator';
}

interface Cylinder {
  earth: Earth;
  /** The parallel at which steps are as long as they are said to be. */
  latTrue: number;
  lonOrigin: number;
}

/**
 * A regular grid on a cylinder around the equator.
 *
 * @see WMO-No. 306, Manual on Codes, Volume I.2, template 3.10
 */
export const mercator: GridTemplate = (section3) => {
  const { width, height } = readSize(section3);
  const scan = new Scan(section3.u8(60), width, height);
  const turned = section3.optionalU32(61) ?? 0;
  if (turned !== 0) {
    throw new Grib2Error(
      'unsupported',
      `a Mercator grid turned by ${turned * 1e-6} degrees; only upright ones are read`,
    );
  }
  const first = readFirst(section3, 39);
  const steps = readSteps(section3, 65);
  const cylinder = readCylinder(section3, first, steps.x * (width - 1) * scan.eastwards);
  const projection = mercatorProjection(cylinder);
  const plane = planeFrom(projection, first, scan, steps);
  return projectedGrid('3.10', scan, { kind: 'mercator', ...cylinder, ...plane }, projection, section3.u8(47));
};

/** The origin lies in the middle, so that no grid is cut where longitudes begin again. */
function readCylinder(section3: Section, first: Position, span: number): Cylinder {
  const earth = readEarth(section3);
  const latTrue = section3.s32(48) * 1e-6;
  if (Math.abs(latTrue) >= 89.9 || Math.abs(first.lat) >= 89.9) {
    throw new Grib2Error(
      'damaged',
      `a Mercator grid from latitude ${first.lat}, true at ${latTrue}: poles have no place`,
    );
  }
  const around = earth.major * parallelRadius(latTrue * RADIANS, eccentricityOf(earth));
  return { earth, latTrue, lonOrigin: wrapLongitude(first.lon + span / around / RADIANS / 2) };
}

/** @see Snyder, Map Projections: A Working Manual (USGS Professional Paper 1395), equations 7-6 to 7-10 */
function mercatorProjection({ earth, latTrue, lonOrigin }: Cylinder): Projection {
  const eccentricity = eccentricityOf(earth);
  const unit = earth.major * parallelRadius(latTrue * RADIANS, eccentricity);
  return {
    forward({ lat, lon }) {
      const x = unit * wrapLongitude(lon - lonOrigin) * RADIANS;
      return { x, y: -unit * Math.log(halfColatitude(lat * RADIANS, eccentricity)) };
    },
    inverse(x, y) {
      const lat = latitudeOfHalf(Math.exp(-y / unit), eccentricity);
      return { lat: lat / RADIANS, lon: wrapLongitude(x / unit / RADIANS + lonOrigin) };
    },
  };
}
