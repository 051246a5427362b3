import { Grib2Error } from '../error.ts';
import { readEarth, type Earth } from './earth.ts';
import { eccentricityOf, halfColatitude, latitudeOfHalf, parallelRadius, RADIANS } from './ellipsoid.ts';
import type { GridTemplate } from './grid.ts';
import { readSize, wrapLongitude } from './points.ts';
import { planeFrom, projectedGrid, readFirst, readSteps, type Plane, type Projection } from './projected.ts';
import { Scan } from './scan.ts';

/** Polar stereographic, with its origin at a pole and `lonOrigin` along the y axis. Angles are degrees. */
export interface PolarStereographicGeometry extends Plane, Aspect {
  kind: 'polar-stereographic';
}

interface Aspect {
  earth: Earth;
  /** 1 at the north pole, -1 at the south pole. */
  pole: 1 | -1;
  /** The parallel, of either sign, at which steps are as long as they are said to be. */
  latTrue: number;
  lonOrigin: number;
}

/**
 * A regular grid on a plane that a pole is the middle of.
 *
 * @see WMO-No. 306, Manual on Codes, Volume I.2, template 3.20
 */
export const polarStereographic: GridTemplate = (section3) => {
  const { width, height } = readSize(section3);
  const scan = new Scan(section3.u8(65), width, height);
  const aspect: Aspect = {
    earth: readEarth(section3),
    pole: section3.u8(64) & 0x80 ? -1 : 1,
    latTrue: section3.s32(48) * 1e-6,
    lonOrigin: wrapLongitude(section3.s32(52) * 1e-6),
  };
  if (!(Math.abs(aspect.latTrue) <= 90 && aspect.latTrue !== 0)) {
    throw new Grib2Error('damaged', `steps are given for latitude ${aspect.latTrue}, which no polar plane has`);
  }
  const projection = polarProjection(aspect);
  const plane = planeFrom(projection, readFirst(section3, 39), scan, readSteps(section3, 56));
  return projectedGrid('3.20', scan, { kind: 'polar-stereographic', ...aspect, ...plane }, projection, section3.u8(47));
};

/** @see Snyder, Map Projections: A Working Manual (USGS Professional Paper 1395), equations 21-30 to 21-40 */
function polarProjection({ earth, pole, latTrue, lonOrigin }: Aspect): Projection {
  const eccentricity = eccentricityOf(earth);
  const phi = Math.abs(latTrue) * RADIANS;
  const atPole = Math.sqrt((1 + eccentricity) ** (1 + eccentricity) * (1 - eccentricity) ** (1 - eccentricity));
  const scale =
    Math.PI / 2 - phi < 1e-9 ? 2 / atPole : parallelRadius(phi, eccentricity) / halfColatitude(phi, eccentricity);
  const unit = earth.major * scale;

  return {
    forward({ lat, lon }) {
      const radius = unit * halfColatitude(pole * lat * RADIANS, eccentricity);
      const theta = wrapLongitude(lon - lonOrigin) * RADIANS;
      return { x: radius * Math.sin(theta), y: -pole * radius * Math.cos(theta) };
    },
    inverse(x, y) {
      const lat = pole * latitudeOfHalf(Math.hypot(x, y) / unit, eccentricity);
      return { lat: lat / RADIANS, lon: wrapLongitude(Math.atan2(x, -pole * y) / RADIANS + lonOrigin) };
    },
  };
}
