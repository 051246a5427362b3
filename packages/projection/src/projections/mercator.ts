import { longitudeFrom, wrapLongitude } from '@severe/geo';
import { radian } from '../angles.ts';
import { conformalT, eccentricityOf, latitudeFromT, parallelRadius } from '../ellipsoid.ts';
import type { Ellipsoid, MercatorGrid } from '../grid-definition.ts';
import type { Projection } from './projection.ts';

/** Parameters of a Mercator projection. The origin is on the equator at `lonOrigin`; scale is true at `latTrue`. */
interface MercatorParameters {
  earth: Ellipsoid;
  latTrue: number;
  lonOrigin: number;
}

/** Parameters of a grid of `width` columns. The origin is on its central meridian, so that ±180° does not cut the grid. */
export function mercatorParameters(grid: MercatorGrid, width: number): MercatorParameters {
  const { earth, latTrue, firstLon, stepX } = grid;
  const span = stepX * (width - 1);
  return { earth, latTrue, lonOrigin: wrapLongitude(firstLon + span / scaleOf(grid) / radian / 2) };
}

/**
 * Mercator.
 *
 * @see J. P. Snyder, Map Projections: A Working Manual, USGS Professional Paper 1395, equations 7-6 to 7-10
 */
export function mercatorProjection(parameters: MercatorParameters): Projection {
  const { earth, lonOrigin } = parameters;
  const eccentricity = eccentricityOf(earth);
  const unit = scaleOf(parameters);
  return {
    forward(lon, lat) {
      const x = unit * longitudeFrom(lonOrigin, lon) * radian;
      return [x, -unit * Math.log(conformalT(lat * radian, eccentricity))];
    },
    inverse(x, y) {
      const lat = latitudeFromT(Math.exp(-y / unit), eccentricity);
      return [wrapLongitude(x / unit / radian + lonOrigin), lat / radian];
    },
  };
}

/** Metres per radian of longitude. */
function scaleOf({ earth, latTrue }: Pick<MercatorParameters, 'earth' | 'latTrue'>): number {
  return earth.major * parallelRadius(latTrue * radian, eccentricityOf(earth));
}
