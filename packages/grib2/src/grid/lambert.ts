import { Grib2Error } from '../error.ts';
import type { Section } from '../section.ts';
import { readEarth, type Earth } from './earth.ts';
import { eccentricityOf, halfColatitude, latitudeOfHalf, parallelRadius, RADIANS } from './ellipsoid.ts';
import type { GridTemplate } from './grid.ts';
import { readSize, wrapLongitude } from './points.ts';
import { planeFrom, projectedGrid, readFirst, readSteps, type Plane, type Projection } from './projected.ts';
import { Scan } from './scan.ts';

/**
 * Lambert conformal conic. Column i, row j lies at `x0 + i * stepX`, `y0 + j * stepY` in metres of the projection
 * with its origin at (`latOrigin`, `lonOrigin`); steps have signs. Angles are degrees.
 */
export interface LambertGeometry extends Plane, Cone {
  kind: 'lambert';
}

/** A cone by its parallels and its origin, in degrees. */
export interface Cone {
  earth: Earth;
  lat1: number;
  lat2: number;
  latOrigin: number;
  lonOrigin: number;
}

/**
 * A regular grid on a Lambert conformal cone.
 *
 * @see WMO-No. 306, Manual on Codes, Volume I.2, template 3.30
 */
export const lambert: GridTemplate = (section3) => {
  const { width, height } = readSize(section3);
  const scan = new Scan(section3.u8(65), width, height);
  const cone = readCone(section3);
  const projection = lambertProjection(cone);
  const plane = planeFrom(projection, readFirst(section3, 39), scan, readSteps(section3, 56));
  return projectedGrid('3.30', scan, { kind: 'lambert', ...cone, ...plane }, projection, section3.u8(47));
};

/** Octets 15 to 30 and 48 to 73 of templates 3.30 and 3.31. */
export function readCone(section3: Section): Cone {
  const cone = {
    earth: readEarth(section3),
    latOrigin: section3.s32(48) * 1e-6,
    lonOrigin: wrapLongitude(section3.s32(52) * 1e-6),
    lat1: section3.s32(66) * 1e-6,
    lat2: section3.s32(70) * 1e-6,
  };
  const usable = (lat: number): boolean => Math.abs(lat) < 90;
  if (usable(cone.lat1) && usable(cone.lat2) && Math.abs(cone.lat1 + cone.lat2) > 1e-6) return cone;
  throw new Grib2Error('damaged', `standard parallels ${cone.lat1} and ${cone.lat2} make no cone`);
}

/**
 * The projection of a cone, on a sphere or an ellipsoid.
 *
 * @see Snyder, Map Projections: A Working Manual (USGS Professional Paper 1395), equations 15-1 to 15-11, 14-15, 7-9
 */
function lambertProjection({ earth, lat1, lat2, latOrigin, lonOrigin }: Cone): Projection {
  const eccentricity = eccentricityOf(earth);
  const m = (lat: number): number => parallelRadius(lat, eccentricity);
  const t = (lat: number): number => halfColatitude(lat, eccentricity);
  const [phi1, phi2] = [lat1 * RADIANS, lat2 * RADIANS];
  const n =
    Math.abs(phi1 - phi2) < 1e-10
      ? Math.sin(phi1)
      : (Math.log(m(phi1)) - Math.log(m(phi2))) / (Math.log(t(phi1)) - Math.log(t(phi2)));
  const f = (earth.major * m(phi1)) / (n * t(phi1) ** n);
  const rho = (lat: number): number => f * t(lat) ** n;
  const rho0 = rho(latOrigin * RADIANS);

  return {
    forward({ lat, lon }) {
      const theta = n * wrapLongitude(lon - lonOrigin) * RADIANS;
      const radius = rho(lat * RADIANS);
      return { x: radius * Math.sin(theta), y: rho0 - radius * Math.cos(theta) };
    },
    inverse(x, y) {
      const radius = Math.sign(n) * Math.hypot(x, rho0 - y);
      const theta = Math.atan2(Math.sign(n) * x, Math.sign(n) * (rho0 - y));
      const lat = latitudeOfHalf((radius / f) ** (1 / n), eccentricity);
      return { lat: lat / RADIANS, lon: wrapLongitude(theta / n / RADIANS + lonOrigin) };
    },
  };
}
