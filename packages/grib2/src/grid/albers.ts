import { areaOf, eccentricityOf, latitudeOfArea, parallelRadius, RADIANS } from './ellipsoid.ts';
import type { GridTemplate } from './grid.ts';
import { readCone, type Cone } from './lambert.ts';
import { readSize, wrapLongitude } from './points.ts';
import { planeFrom, projectedGrid, readFirst, readSteps, type Plane, type Projection } from './projected.ts';
import { Scan } from './scan.ts';

/** Albers equal-area conic, with its origin at (`latOrigin`, `lonOrigin`). Angles are degrees. */
export interface AlbersGeometry extends Plane, Cone {
  kind: 'albers';
}

/**
 * A regular grid on an equal-area cone; the octets are those of template 3.30.
 *
 * @see WMO-No. 306, Manual on Codes, Volume I.2, template 3.31
 */
export const albers: GridTemplate = (section3) => {
  const { width, height } = readSize(section3);
  const scan = new Scan(section3.u8(65), width, height);
  const cone = readCone(section3);
  const projection = albersProjection(cone);
  const plane = planeFrom(projection, readFirst(section3, 39), scan, readSteps(section3, 56));
  return projectedGrid('3.31', scan, { kind: 'albers', ...cone, ...plane }, projection, section3.u8(47));
};

/** @see Snyder, Map Projections: A Working Manual (USGS Professional Paper 1395), equations 14-1 to 14-15 */
function albersProjection({ earth, lat1, lat2, latOrigin, lonOrigin }: Cone): Projection {
  const eccentricity = eccentricityOf(earth);
  const m = (lat: number): number => parallelRadius(lat, eccentricity);
  const q = (lat: number): number => areaOf(lat, eccentricity);
  const [phi1, phi2] = [lat1 * RADIANS, lat2 * RADIANS];
  const n = Math.abs(phi1 - phi2) < 1e-10 ? Math.sin(phi1) : (m(phi1) ** 2 - m(phi2) ** 2) / (q(phi2) - q(phi1));
  const c = m(phi1) ** 2 + n * q(phi1);
  const rho = (lat: number): number => (earth.major * Math.sqrt(c - n * q(lat))) / n;
  const rho0 = rho(latOrigin * RADIANS);

  return {
    forward({ lat, lon }) {
      const theta = n * wrapLongitude(lon - lonOrigin) * RADIANS;
      const radius = rho(lat * RADIANS);
      return { x: radius * Math.sin(theta), y: rho0 - radius * Math.cos(theta) };
    },
    inverse(x, y) {
      const radius = Math.hypot(x, rho0 - y);
      const theta = Math.atan2(Math.sign(n) * x, Math.sign(n) * (rho0 - y));
      const lat = latitudeOfArea((c - ((radius * n) / earth.major) ** 2) / n, eccentricity);
      return { lat: lat / RADIANS, lon: wrapLongitude(theta / n / RADIANS + lonOrigin) };
    },
  };
}
