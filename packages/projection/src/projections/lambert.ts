/**
 * Lambert conformal conic, on a sphere or an ellipsoid.
 *
 *     rho(lat) = F t(lat)^n                   x = rho sin θ
 *     θ = n (lon − lonOrigin)                 y = rho(latOrigin) − rho cos θ
 *
 * On a sphere t(lat) = tan(π/4 − lat/2).
 *
 * @see J. P. Snyder, Map Projections: A Working Manual, USGS Professional Paper 1395, equations 15-1 to 15-11, 14-15, 7-9
 */
import { longitudeFrom, wrapLongitude } from '@severe/geo';
import { radian } from '../angles.ts';
import { conformalT, eccentricityOf, latitudeFromT, parallelRadius } from '../ellipsoid.ts';
import type { LambertGeometry } from '../geometry.ts';
import type { ConeParameters } from '../grid-definition.ts';
import type { Projection } from './projection.ts';

/** Constants of a Lambert projection. */
export interface Cone {
  /** Snyder's n, the cone constant: the part of a full turn that the unrolled cone covers. */
  constant: number;
  /** Snyder's F times the semi-major axis, in metres. */
  radiusF: number;
  /** Distance of the origin from the apex, in metres. */
  rhoOrigin: number;
  eccentricity: number;
}

/** Derives the constants of a cone. */
function lambertCone({ earth, lat1, lat2, latOrigin }: Omit<ConeParameters, 'lonOrigin'>): Cone {
  const eccentricity = eccentricityOf(earth);
  const m = (lat: number): number => parallelRadius(lat, eccentricity);
  const t = (lat: number): number => conformalT(lat, eccentricity);
  const [phi1, phi2] = [lat1 * radian, lat2 * radian];
  const constant =
    Math.abs(phi1 - phi2) < 1e-10
      ? Math.sin(phi1)
      : (Math.log(m(phi1)) - Math.log(m(phi2))) / (Math.log(t(phi1)) - Math.log(t(phi2)));
  const radiusF = (earth.major * m(phi1)) / (constant * t(phi1) ** constant);
  return { constant, radiusF, rhoOrigin: radiusF * t(latOrigin * radian) ** constant, eccentricity };
}

/** The cone of a map geometry, which is on a sphere. */
export function sphericalCone({ radius, ...parameters }: LambertGeometry): Cone {
  return lambertCone({ earth: { major: radius, minor: radius }, ...parameters });
}

/** The projection with these parameters. */
export function lambertProjection(parameters: ConeParameters): Projection {
  return projectionOn(lambertCone(parameters), parameters.lonOrigin);
}

/** The projection of a map geometry. */
export function sphericalLambert(geometry: LambertGeometry): Projection {
  return projectionOn(sphericalCone(geometry), geometry.lonOrigin);
}

function projectionOn({ constant, radiusF, rhoOrigin, eccentricity }: Cone, lonOrigin: number): Projection {
  const sign = Math.sign(constant);
  return {
    forward(lon, lat) {
      const theta = constant * longitudeFrom(lonOrigin, lon) * radian;
      const rho = radiusF * conformalT(lat * radian, eccentricity) ** constant;
      return [rho * Math.sin(theta), rhoOrigin - rho * Math.cos(theta)];
    },
    inverse(x, y) {
      const rho = sign * Math.hypot(x, rhoOrigin - y);
      const theta = Math.atan2(sign * x, sign * (rhoOrigin - y));
      const lat = latitudeFromT((rho / radiusF) ** (1 / constant), eccentricity);
      return [wrapLongitude(theta / constant / radian + lonOrigin), lat / radian];
    },
  };
}
