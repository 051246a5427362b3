import { longitudeFrom, wrapLongitude } from '@severe/geo';
import { radian } from '../angles.ts';
import { conformalT, eccentricityOf, latitudeFromT } from '../ellipsoid.ts';
import type { TransverseMercatorParameters } from '../grid-definition.ts';
import type { Projection } from './projection.ts';

/**
 * Transverse Mercator by Krüger's series in the third flattening n, to its fourth power. The error is less than a
 * millimetre up to thousands of kilometres from the central meridian.
 */
export function transverseMercatorProjection(parameters: TransverseMercatorParameters): Projection {
  const { earth, latOrigin, lonOrigin, factor, falseX, falseY } = parameters;
  const eccentricity = eccentricityOf(earth);
  const n = (earth.major - earth.minor) / (earth.major + earth.minor);
  const unit = ((factor * earth.major) / (1 + n)) * (1 + n ** 2 / 4 + n ** 4 / 64);
  const [alpha, beta] = [seriesToPlane(n), seriesToSphere(n)];
  const conformal = (lat: number): number => Math.PI / 2 - 2 * Math.atan(conformalT(lat, eccentricity));

  const toPlane = (lat: number, lambda: number): { x: number; y: number } => {
    if (Math.cos(lambda) <= 0) return { x: NaN, y: NaN }; // more than 90° from the central meridian
    const chi = conformal(lat);
    const xi = Math.atan2(Math.tan(chi), Math.cos(lambda));
    const eta = Math.atanh(Math.cos(chi) * Math.sin(lambda));
    const { along, across } = sum(alpha, xi, eta);
    return { x: unit * (eta + across), y: unit * (xi + along) };
  };
  const origin = toPlane(latOrigin * radian, 0).y;

  return {
    forward(lon, lat) {
      const { x, y } = toPlane(lat * radian, longitudeFrom(lonOrigin, lon) * radian);
      return [x + falseX, y - origin + falseY];
    },
    inverse(x, y) {
      const [xi, eta] = [(y - falseY + origin) / unit, (x - falseX) / unit];
      const { along, across } = sum(beta, xi, eta);
      const [xiSphere, etaSphere] = [xi - along, eta - across];
      const chi = Math.asin(Math.sin(xiSphere) / Math.cosh(etaSphere));
      const lambda = Math.atan2(Math.sinh(etaSphere), Math.cos(xiSphere));
      const lat = latitudeFromT(Math.tan(Math.PI / 4 - chi / 2), eccentricity);
      return [wrapLongitude(lambda / radian + lonOrigin), lat / radian];
    },
  };
}

function sum(terms: number[], xi: number, eta: number): { along: number; across: number } {
  let [along, across] = [0, 0];
  terms.forEach((term, index) => {
    const k = 2 * (index + 1);
    along += term * Math.sin(k * xi) * Math.cosh(k * eta);
    across += term * Math.cos(k * xi) * Math.sinh(k * eta);
  });
  return { along, across };
}

const seriesToPlane = (n: number): number[] => [
  n / 2 - (2 / 3) * n ** 2 + (5 / 16) * n ** 3 + (41 / 180) * n ** 4,
  (13 / 48) * n ** 2 - (3 / 5) * n ** 3 + (557 / 1440) * n ** 4,
  (61 / 240) * n ** 3 - (103 / 140) * n ** 4,
  (49561 / 161280) * n ** 4,
];

const seriesToSphere = (n: number): number[] => [
  n / 2 - (2 / 3) * n ** 2 + (37 / 96) * n ** 3 - (1 / 360) * n ** 4,
  (1 / 48) * n ** 2 + (1 / 15) * n ** 3 - (437 / 1440) * n ** 4,
  (17 / 480) * n ** 3 - (37 / 840) * n ** 4,
  (4397 / 161280) * n ** 4,
];
