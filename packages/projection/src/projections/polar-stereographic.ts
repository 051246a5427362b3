import { longitudeFrom, wrapLongitude } from '@severe/geo';
import { radian } from '../angles.ts';
import { conformalT, eccentricityOf, latitudeFromT, parallelRadius } from '../ellipsoid.ts';
import type { PolarStereographicParameters } from '../grid-definition.ts';
import type { Projection } from './projection.ts';

/**
 * Polar stereographic.
 *
 * @see J. P. Snyder, Map Projections: A Working Manual, USGS Professional Paper 1395, equations 21-30 to 21-40
 */
export function polarStereographicProjection(parameters: PolarStereographicParameters): Projection {
  const { earth, pole, latTrue, lonOrigin } = parameters;
  const eccentricity = eccentricityOf(earth);
  const phi = Math.abs(latTrue) * radian;
  const atPole = Math.sqrt((1 + eccentricity) ** (1 + eccentricity) * (1 - eccentricity) ** (1 - eccentricity));
  const scale =
    Math.PI / 2 - phi < 1e-9 ? 2 / atPole : parallelRadius(phi, eccentricity) / conformalT(phi, eccentricity);
  const unit = earth.major * scale;

  return {
    forward(lon, lat) {
      const rho = unit * conformalT(pole * lat * radian, eccentricity);
      const theta = longitudeFrom(lonOrigin, lon) * radian;
      return [rho * Math.sin(theta), -pole * rho * Math.cos(theta)];
    },
    inverse(x, y) {
      const lat = pole * latitudeFromT(Math.hypot(x, y) / unit, eccentricity);
      return [wrapLongitude(Math.atan2(x, -pole * y) / radian + lonOrigin), lat / radian];
    },
  };
}
