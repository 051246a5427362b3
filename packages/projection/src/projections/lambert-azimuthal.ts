import { longitudeFrom, wrapLongitude } from '@severe/geo';
import { radian } from '../angles.ts';
import { authalicQ, eccentricityOf, latitudeFromQ, parallelRadius } from '../ellipsoid.ts';
import type { AzimuthalParameters } from '../grid-definition.ts';
import type { Projection } from './projection.ts';

/** From here to the pole, the quotient of two radii is 1 within 1e-9; computed from numbers near 0 it is not. */
const polarLatitude = 89.99;

/**
 * Lambert azimuthal equal-area.
 *
 * @see J. P. Snyder, Map Projections: A Working Manual, USGS Professional Paper 1395, equations 24-17 to 24-30
 */
export function lambertAzimuthalProjection({ earth, latOrigin, lonOrigin }: AzimuthalParameters): Projection {
  const eccentricity = eccentricityOf(earth);
  const pole = authalicQ(Math.PI / 2, eccentricity);
  const authalic = (lat: number): number => Math.asin(Math.max(-1, Math.min(1, authalicQ(lat, eccentricity) / pole)));
  const radius = earth.major * Math.sqrt(pole / 2);
  const phi = latOrigin * radian;
  const beta1 = authalic(phi);
  const [sin1, cos1] = [Math.sin(beta1), Math.cos(beta1)];
  const stretch =
    Math.abs(latOrigin) > polarLatitude ? 1 : (earth.major * parallelRadius(phi, eccentricity)) / (radius * cos1);

  return {
    forward(lon, lat) {
      const beta = authalic(lat * radian);
      const lambda = longitudeFrom(lonOrigin, lon) * radian;
      const [sin, cos, cosLambda] = [Math.sin(beta), Math.cos(beta), Math.cos(lambda)];
      const b = radius * Math.sqrt(2 / (1 + sin1 * sin + cos1 * cos * cosLambda));
      return [b * stretch * cos * Math.sin(lambda), (b / stretch) * (cos1 * sin - sin1 * cos * cosLambda)];
    },
    inverse(x, y) {
      const [across, along] = [x / stretch, y * stretch];
      const rho = Math.hypot(across, along);
      if (rho === 0) return [lonOrigin, latOrigin];
      const c = 2 * Math.asin(rho / (2 * radius)); // NaN beyond the antipode
      const q = pole * (Math.cos(c) * sin1 + (along * Math.sin(c) * cos1) / rho);
      const lambda = Math.atan2(across * Math.sin(c), rho * cos1 * Math.cos(c) - along * sin1 * Math.sin(c));
      return [wrapLongitude(lambda / radian + lonOrigin), latitudeFromQ(q, eccentricity) / radian];
    },
  };
}
