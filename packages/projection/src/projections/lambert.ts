/**
 * Lambert conformal conic on a sphere.
 *
 *     rho(lat) = R F / tan(π/4 + lat/2)^n     x = rho sin θ
 *     θ = n (lon − lonOrigin)                 y = rho(latOrigin) − rho cos θ
 *
 * @see J. P. Snyder, Map Projections: A Working Manual, USGS Professional Paper 1395, equations 15-1 to 15-4
 */
import { longitudeFrom, radian } from '../angles.ts';
import type { LambertGeometry } from '../geometry.ts';

/** The constants of a cone. */
export interface Cone {
  /** n: how much of a full turn the unrolled cone covers. */
  constant: number;
  /** R F, in metres. */
  radiusF: number;
  /** Distance of the origin from the apex, in metres. */
  rhoOrigin: number;
}

export function coneOf({ radius, lat1, lat2, latOrigin }: LambertGeometry): Cone {
  const half = (lat: number) => Math.tan(Math.PI / 4 + (lat * radian) / 2);
  const constant =
    Math.abs(lat1 - lat2) < 1e-9
      ? Math.sin(lat1 * radian)
      : Math.log(Math.cos(lat1 * radian) / Math.cos(lat2 * radian)) / Math.log(half(lat2) / half(lat1));
  const radiusF = (radius * Math.cos(lat1 * radian) * half(lat1) ** constant) / constant;
  return { constant, radiusF, rhoOrigin: radiusF / half(latOrigin) ** constant };
}

/** Finds the longitude and latitude of points of the projection's plane, in metres. */
export function lambertInverse(geometry: LambertGeometry): (x: number, y: number) => { lon: number; lat: number } {
  const { constant, radiusF, rhoOrigin } = coneOf(geometry);
  const sign = Math.sign(constant);
  return (x, y) => {
    const rho = sign * Math.hypot(x, rhoOrigin - y);
    const theta = Math.atan2(sign * x, sign * (rhoOrigin - y));
    const lon = geometry.lonOrigin + theta / constant / radian;
    return {
      lon: longitudeFrom(0, lon),
      lat: (2 * Math.atan((radiusF / rho) ** (1 / constant)) - Math.PI / 2) / radian,
    };
  };
}
