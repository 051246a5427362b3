import type { Earth } from './earth.ts';

/** Degrees times this are radians. */
export const RADIANS = Math.PI / 180;

/** The first eccentricity; 0 on a sphere. */
export function eccentricityOf({ major, minor }: Earth): number {
  return Math.sqrt(Math.max(0, 1 - (minor / major) ** 2));
}

/** Radius of a parallel over the major half axis (Snyder 14-15); angles are radians, here and below. */
export function parallelRadius(lat: number, eccentricity: number): number {
  return Math.cos(lat) / Math.sqrt(1 - (eccentricity * Math.sin(lat)) ** 2);
}

/** The t of conformal projections (Snyder 15-9): the tangent of half the colatitude of the conformal sphere. */
export function halfColatitude(lat: number, eccentricity: number): number {
  const squeezed = eccentricity * Math.sin(lat);
  return Math.tan(Math.PI / 4 - lat / 2) / ((1 - squeezed) / (1 + squeezed)) ** (eccentricity / 2);
}

/** Inverts t (Snyder 7-9): at once on a sphere, in a few steps on an ellipsoid. */
export function latitudeOfHalf(t: number, eccentricity: number): number {
  let lat = Math.PI / 2 - 2 * Math.atan(t);
  if (eccentricity === 0) return lat;
  for (let step = 0; step < 8; step++) {
    const squeezed = eccentricity * Math.sin(lat);
    lat = Math.PI / 2 - 2 * Math.atan(t * ((1 - squeezed) / (1 + squeezed)) ** (eccentricity / 2));
  }
  return lat;
}

/** The q of equal-area projections (Snyder 3-12): twice the sine of the authalic latitude on a sphere. */
export function areaOf(lat: number, eccentricity: number): number {
  const sine = Math.sin(lat);
  if (eccentricity === 0) return 2 * sine;
  const squeezed = eccentricity * sine;
  const logarithm = Math.log((1 - squeezed) / (1 + squeezed)) / (2 * eccentricity);
  return (1 - eccentricity ** 2) * (sine / (1 - squeezed ** 2) - logarithm);
}

/** Inverts q (Snyder 3-16); NaN beyond the poles. */
export function latitudeOfArea(q: number, eccentricity: number): number {
  const pole = areaOf(Math.PI / 2, eccentricity);
  if (Math.abs(q) >= pole) return Math.abs(q) > pole * (1 + 1e-9) ? NaN : (Math.sign(q) * Math.PI) / 2;
  let lat = Math.asin(q / pole);
  if (eccentricity === 0) return lat;
  for (let step = 0; step < 8; step++) {
    const rest = 1 - (eccentricity * Math.sin(lat)) ** 2;
    lat += (rest ** 2 / (2 * Math.cos(lat)) / (1 - eccentricity ** 2)) * (q - areaOf(lat, eccentricity));
  }
  return lat;
}
