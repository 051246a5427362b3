import { longitudeFrom, wrapLongitude } from '@severe/geo';

/** A place, degrees. */
export interface Place {
  lat: number;
  lon: number;
}

/** The geodesic from one place to another: length and initial direction. */
export interface Course {
  metres: number;
  /** Clockwise from north, 0 to 360. */
  azimuthDeg: number;
}

// WGS 84
const semiMajorM = 6_378_137;
const flattening = 1 / 298.257223563;
const semiMinorM = semiMajorM * (1 - flattening);

const radian = Math.PI / 180;
const tolerance = 1e-12; // radians: less than a hundredth of a millimetre
const maxSteps = 20; // three suffice within the range of a radar

/**
 * The place at a distance and direction on the ellipsoid, accurate to a millimetre within a radar's range. (A sphere is
 * off by up to 600 m at 200 km.)
 *
 * @see Vincenty, Direct and Inverse Solutions of Geodesics on the Ellipsoid, Survey Review 176, 1975
 */
export function placeAt(from: Place, { azimuthDeg, metres }: Course): Place {
  const azimuth = azimuthDeg * radian;
  const reduced = Math.atan((1 - flattening) * Math.tan(from.lat * radian));
  const sigma1 = Math.atan2(Math.tan(reduced), Math.cos(azimuth));
  const sinAlpha = Math.cos(reduced) * Math.sin(azimuth);
  const { a, b } = series(1 - sinAlpha * sinAlpha);

  let sigma = metres / (semiMinorM * a);
  let cos2SigmaM = 0;
  for (let step = 0; step < maxSteps; step++) {
    cos2SigmaM = Math.cos(2 * sigma1 + sigma);
    const next = metres / (semiMinorM * a) + correction(sigma, cos2SigmaM, b);
    const isEnough = Math.abs(next - sigma) < tolerance;
    sigma = next;
    if (isEnough) break;
  }

  const [sinU, cosU, sinS, cosS] = [Math.sin(reduced), Math.cos(reduced), Math.sin(sigma), Math.cos(sigma)];
  const across = sinU * sinS - cosU * cosS * Math.cos(azimuth);
  const lat = Math.atan2(
    sinU * cosS + cosU * sinS * Math.cos(azimuth),
    (1 - flattening) * Math.hypot(sinAlpha, across),
  );
  const lambda = Math.atan2(sinS * Math.sin(azimuth), cosU * cosS - sinU * sinS * Math.cos(azimuth));
  return {
    lat: lat / radian,
    lon: wrapLongitude(from.lon + (lambda - eastward(sinAlpha, sigma, cos2SigmaM)) / radian),
  };
}

/** Distance and direction from one place to another: the inverse of `placeAt`. */
export function courseTo(from: Place, to: Place): Course {
  const difference = longitudeFrom(from.lon, to.lon) * radian;
  const u1 = Math.atan((1 - flattening) * Math.tan(from.lat * radian));
  const u2 = Math.atan((1 - flattening) * Math.tan(to.lat * radian));
  const [sin1, cos1, sin2, cos2] = [Math.sin(u1), Math.cos(u1), Math.sin(u2), Math.cos(u2)];

  let lambda = difference;
  let [sigma, cos2SigmaM, squared, east, north] = [0, 0, 1, 0, 0];
  for (let step = 0; step < maxSteps; step++) {
    east = cos2 * Math.sin(lambda);
    north = cos1 * sin2 - sin1 * cos2 * Math.cos(lambda);
    const sinSigma = Math.hypot(east, north);
    if (sinSigma === 0) return { metres: 0, azimuthDeg: 0 };
    const cosSigma = sin1 * sin2 + cos1 * cos2 * Math.cos(lambda);
    sigma = Math.atan2(sinSigma, cosSigma);
    const sinAlpha = (cos1 * cos2 * Math.sin(lambda)) / sinSigma;
    squared = 1 - sinAlpha * sinAlpha;
    cos2SigmaM = squared === 0 ? 0 : cosSigma - (2 * sin1 * sin2) / squared; // 0 along the equator
    const next = difference + eastward(sinAlpha, sigma, cos2SigmaM);
    const isEnough = Math.abs(next - lambda) < tolerance;
    lambda = next;
    if (isEnough) break;
  }
  const { a, b } = series(squared);
  const azimuthDeg = (Math.atan2(east, north) / radian + 360) % 360;
  return { metres: semiMinorM * a * (sigma - correction(sigma, cos2SigmaM, b)), azimuthDeg };
}

/** Vincenty's A and B. */
function series(cosSquaredAlpha: number): { a: number; b: number } {
  const u = (cosSquaredAlpha * (semiMajorM * semiMajorM - semiMinorM * semiMinorM)) / (semiMinorM * semiMinorM);
  return {
    a: 1 + (u / 16384) * (4096 + u * (-768 + u * (320 - 175 * u))),
    b: (u / 1024) * (256 + u * (-128 + u * (74 - 47 * u))),
  };
}

/** Vincenty's delta sigma: the correction of the arc on the ellipsoid. */
function correction(sigma: number, cos2SigmaM: number, b: number): number {
  const sin = Math.sin(sigma);
  const polynomial = 2 * cos2SigmaM * cos2SigmaM - 1;
  const third = (b / 6) * cos2SigmaM * (4 * sin * sin - 3) * (4 * cos2SigmaM * cos2SigmaM - 3);
  return b * sin * (cos2SigmaM + (b / 4) * (Math.cos(sigma) * polynomial - third));
}

/** Difference of the longitudes on the auxiliary sphere and on the ellipsoid. */
function eastward(sinAlpha: number, sigma: number, cos2SigmaM: number): number {
  const squared = 1 - sinAlpha * sinAlpha;
  const c = (flattening / 16) * squared * (4 + flattening * (4 - 3 * squared));
  const inner = cos2SigmaM + c * Math.cos(sigma) * (2 * cos2SigmaM * cos2SigmaM - 1);
  return (1 - c) * flattening * sinAlpha * (sigma + c * Math.sin(sigma) * inner);
}
