import { longitudeFrom, wrapLongitude } from '@severe/geo';
import { radian } from '../angles.ts';
import { authalicQ, eccentricityOf, latitudeFromQ, parallelRadius } from '../ellipsoid.ts';
import type { ConeParameters } from '../grid-definition.ts';
import type { Projection } from './projection.ts';

/**
 * Albers equal-area conic.
 *
 * @see J. P. Snyder, Map Projections: A Working Manual, USGS Professional Paper 1395, equations 14-1 to 14-15
 */
export function albersProjection({ earth, lat1, lat2, latOrigin, lonOrigin }: ConeParameters): Projection {
  const eccentricity = eccentricityOf(earth);
  const m = (lat: number): number => parallelRadius(lat, eccentricity);
  const q = (lat: number): number => authalicQ(lat, eccentricity);
  const [phi1, phi2] = [lat1 * radian, lat2 * radian];
  const n = Math.abs(phi1 - phi2) < 1e-10 ? Math.sin(phi1) : (m(phi1) ** 2 - m(phi2) ** 2) / (q(phi2) - q(phi1));
  const c = m(phi1) ** 2 + n * q(phi1);
  const rhoAt = (lat: number): number => (earth.major * Math.sqrt(c - n * q(lat))) / n;
  const rhoOrigin = rhoAt(latOrigin * radian);

  return {
    forward(lon, lat) {
      const theta = n * longitudeFrom(lonOrigin, lon) * radian;
      const rho = rhoAt(lat * radian);
      return [rho * Math.sin(theta), rhoOrigin - rho * Math.cos(theta)];
    },
    inverse(x, y) {
      const rho = Math.hypot(x, rhoOrigin - y);
      const theta = Math.atan2(Math.sign(n) * x, Math.sign(n) * (rhoOrigin - y));
      const lat = latitudeFromQ((c - ((rho * n) / earth.major) ** 2) / n, eccentricity);
      return [wrapLongitude(theta / n / radian + lonOrigin), lat / radian];
    },
  };
}
