import { longitudeFrom } from '@severe/geo';

/**
 * Places near a radar on Gauss's conformal sphere, which preserves angles and, near the radar, distances. Within 500 km
 * directions and distances on the sphere equal those of geodesics on the ellipsoid to a few metres. They are separable: the
 * row of a map pixel gives one part and the column the other.
 *
 * @see IOGP 373-7-2, Coordinate Conversions and Transformations including Formulas, 3.3.1 (the conformal sphere of the
 *   oblique stereographic projection)
 */
export interface LocalSphere {
  /** In metres. */
  radius: number;
  /** Sine and cosine of the radar's own latitude on the sphere. */
  sin0: number;
  cos0: number;
  /** Sine of the latitude on the sphere of a latitude in degrees. */
  sinOf: (latDeg: number) => number;
  /** Longitude on the sphere, in radians from the radar's meridian, of a longitude in degrees. */
  angleOf: (lonDeg: number) => number;
  /** Radians of longitude on the sphere per degree of longitude. */
  perDegree: number;
}

// WGS 84
const a = 6_378_137;
const f = 1 / 298.257223563;
const e2 = f * (2 - f);
const e = Math.sqrt(e2);

const radian = Math.PI / 180;

/** The conformal sphere at a place. */
export function sphereAt({ lat, lon }: { lat: number; lon: number }): LocalSphere {
  const sin = Math.sin(lat * radian);
  const w = 1 - e2 * sin * sin;
  const n = Math.sqrt(1 + (e2 * Math.cos(lat * radian) ** 4) / (1 - e2));
  const radius = (a * Math.sqrt(1 - e2)) / w;

  const sin00 = Math.tanh(n * isometric(sin));
  const shift = Math.log(((n + sin) * (1 - sin00)) / ((n - sin) * (1 + sin00))) / 2;
  const sinOf = (latDeg: number) => Math.tanh(n * isometric(Math.sin(latDeg * radian)) + shift);
  const sin0 = sinOf(lat);
  return {
    radius,
    sin0,
    cos0: Math.sqrt(1 - sin0 * sin0),
    sinOf,
    angleOf: (lonDeg) => n * radian * longitudeFrom(lon, lonDeg),
    perDegree: n * radian,
  };
}

/** The isometric latitude, of the sine of a latitude. */
function isometric(sin: number): number {
  return Math.atanh(sin) - e * Math.atanh(e * sin);
}
