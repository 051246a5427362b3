import { Grib2Error } from '../error.ts';
import { readEarth, type Earth } from './earth.ts';
import { eccentricityOf, halfColatitude, latitudeOfHalf, RADIANS } from './ellipsoid.ts';
import type { GridTemplate } from './grid.ts';
import { readSize, wrapLongitude } from './points.ts';
import { projectedGrid, type Plane, type Projection } from './projected.ts';
import { Scan } from './scan.ts';

/** Transverse Mercator; its origin (`latOrigin`, `lonOrigin`) lies at (`falseX`, `falseY`) metres. Angles are degrees. */
export interface TransverseMercatorGeometry extends Plane, Meridian {
  kind: 'transverse-mercator';
}

interface Meridian {
  earth: Earth;
  latOrigin: number;
  lonOrigin: number;
  /** Of lengths along the meridian of the origin. */
  factor: number;
  falseX: number;
  falseY: number;
}

/**
 * A regular grid on a cylinder around a meridian. It gives its first point in metres of the plane, in centimetres.
 *
 * @see WMO-No. 306, Manual on Codes, Volume I.2, template 3.12
 */
export const transverseMercator: GridTemplate = (section3) => {
  const { width, height } = readSize(section3);
  const scan = new Scan(section3.u8(60), width, height);
  const meridian: Meridian = {
    earth: readEarth(section3),
    latOrigin: section3.s32(39) * 1e-6,
    lonOrigin: wrapLongitude(section3.s32(43) * 1e-6),
    factor: section3.f32(48),
    falseX: section3.s32(52) * 1e-2,
    falseY: section3.s32(56) * 1e-2,
  };
  if (!(meridian.factor > 0.5 && meridian.factor < 2) || Math.abs(meridian.latOrigin) > 90) {
    const found = `a scale of ${meridian.factor} at latitude ${meridian.latOrigin}`;
    throw new Grib2Error('damaged', `${found} makes no transverse Mercator grid; scales are near 1`);
  }
  const plane = {
    x0: section3.s32(69) * 1e-2,
    y0: section3.s32(73) * 1e-2,
    stepX: section3.u32(61) * 1e-2 * scan.eastwards,
    stepY: section3.u32(65) * 1e-2 * scan.northwards,
  };
  const geometry = { kind: 'transverse-mercator' as const, ...meridian, ...plane };
  return projectedGrid('3.12', scan, geometry, transverseProjection(meridian), section3.u8(47));
};

/**
 * Krüger's series in the third flattening n up to its fourth power: below a millimetre for thousands of kilometres to
 * both sides of the meridian.
 */
function transverseProjection({ earth, latOrigin, lonOrigin, factor, falseX, falseY }: Meridian): Projection {
  const eccentricity = eccentricityOf(earth);
  const n = (earth.major - earth.minor) / (earth.major + earth.minor);
  const unit = ((factor * earth.major) / (1 + n)) * (1 + n ** 2 / 4 + n ** 4 / 64);
  const [alpha, beta] = [seriesToPlane(n), seriesToSphere(n)];
  const conformal = (lat: number): number => Math.PI / 2 - 2 * Math.atan(halfColatitude(lat, eccentricity));

  const toPlane = (lat: number, lambda: number): { x: number; y: number } => {
    if (Math.cos(lambda) <= 0) return { x: NaN, y: NaN }; // behind the edge of the cylinder
    const chi = conformal(lat);
    const xi = Math.atan2(Math.tan(chi), Math.cos(lambda));
    const eta = Math.atanh(Math.cos(chi) * Math.sin(lambda));
    const { along, across } = sum(alpha, xi, eta);
    return { x: unit * (eta + across), y: unit * (xi + along) };
  };
  const origin = toPlane(latOrigin * RADIANS, 0).y;

  return {
    forward({ lat, lon }) {
      const { x, y } = toPlane(lat * RADIANS, wrapLongitude(lon - lonOrigin) * RADIANS);
      return { x: x + falseX, y: y - origin + falseY };
    },
    inverse(x, y) {
      const [xi, eta] = [(y - falseY + origin) / unit, (x - falseX) / unit];
      const { along, across } = sum(beta, xi, eta);
      const [xiSphere, etaSphere] = [xi - along, eta - across];
      const chi = Math.asin(Math.sin(xiSphere) / Math.cosh(etaSphere));
      const lambda = Math.atan2(Math.sinh(etaSphere), Math.cos(xiSphere));
      const lat = latitudeOfHalf(Math.tan(Math.PI / 4 - chi / 2), eccentricity);
      return { lat: lat / RADIANS, lon: wrapLongitude(lambda / RADIANS + lonOrigin) };
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
