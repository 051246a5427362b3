/**
 * Functions of the latitude on an ellipsoid of revolution. Angles are radians.
 *
 * @see J. P. Snyder, Map Projections: A Working Manual, USGS Professional Paper 1395, section 3
 */
import type { Ellipsoid } from './grid-definition.ts';

/** The first eccentricity; 0 on a sphere. */
export function eccentricityOf({ major, minor }: Ellipsoid): number {
  return Math.sqrt(Math.max(0, 1 - (minor / major) ** 2));
}

/** Radius of a parallel in semi-major axes (Snyder 14-15). */
export function parallelRadius(lat: number, eccentricity: number): number {
  return Math.cos(lat) / Math.sqrt(1 - (eccentricity * Math.sin(lat)) ** 2);
}

/** Snyder's t (15-9): the tangent of half the conformal colatitude. */
export function conformalT(lat: number, eccentricity: number): number {
  const sine = eccentricity * Math.sin(lat);
  return Math.tan(Math.PI / 4 - lat / 2) / ((1 - sine) / (1 + sine)) ** (eccentricity / 2);
}

/** The inverse of `conformalT` (Snyder 7-9): closed on a sphere, iterative on an ellipsoid. */
export function latitudeFromT(t: number, eccentricity: number): number {
  let lat = Math.PI / 2 - 2 * Math.atan(t);
  if (eccentricity === 0) return lat;
  for (let step = 0; step < 8; step++) {
    const sine = eccentricity * Math.sin(lat);
    lat = Math.PI / 2 - 2 * Math.atan(t * ((1 - sine) / (1 + sine)) ** (eccentricity / 2));
  }
  return lat;
}

/** Snyder's q (3-12) of equal-area projections: twice the sine of the latitude on a sphere. */
export function authalicQ(lat: number, eccentricity: number): number {
  const sine = Math.sin(lat);
  if (eccentricity === 0) return 2 * sine;
  const scaled = eccentricity * sine;
  const logarithm = Math.log((1 - scaled) / (1 + scaled)) / (2 * eccentricity);
  return (1 - eccentricity ** 2) * (sine / (1 - scaled ** 2) - logarithm);
}

/** The inverse of `authalicQ` (Snyder 3-16); NaN beyond the poles. */
export function latitudeFromQ(q: number, eccentricity: number): number {
  const pole = authalicQ(Math.PI / 2, eccentricity);
  if (Math.abs(q) >= pole) return Math.abs(q) > pole * (1 + 1e-9) ? NaN : (Math.sign(q) * Math.PI) / 2;
  let lat = Math.asin(q / pole);
  if (eccentricity === 0) return lat;
  for (let step = 0; step < 8; step++) {
    const rest = 1 - (eccentricity * Math.sin(lat)) ** 2;
    lat += (rest ** 2 / (2 * Math.cos(lat)) / (1 - eccentricity ** 2)) * (q - authalicQ(lat, eccentricity));
  }
  return lat;
}
