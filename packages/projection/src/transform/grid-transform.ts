import { longitudeFrom } from '@severe/geo';
import { radian } from '../angles.ts';
import type { Geometry, LambertGeometry, LatLonGeometry } from '../geometry.ts';
import { geostationaryTransform } from '../projections/geostationary.ts';
import { sphericalCone } from '../projections/lambert.ts';
import { projectedTransform, type GridTransform } from './projected.ts';

/**
 * The transform from longitude and latitude to grid coordinates; constants are computed once. A position may be outside
 * the grid. It is NaN if the projection is not defined there.
 */
export function gridTransform(geometry: Geometry): GridTransform {
  return (transforms[geometry.kind] as (geometry: Geometry) => GridTransform)(geometry);
}

const transforms: { [K in Geometry['kind']]: (geometry: Extract<Geometry, { kind: K }>) => GridTransform } = {
  latlon: onLatLon,
  lambert: onLambert,
  geostationary: geostationaryTransform,
  projected: projectedTransform,
};

function onLatLon({ west, north, stepLon, stepLat }: LatLonGeometry): GridTransform {
  const edge = west - stepLon / 2;
  return (lon, lat, place) => {
    const turns = Math.floor((lon - edge) / 360); // longitudes of a grid may exceed 180
    place.column = (lon - 360 * turns - west) / stepLon + 0.5;
    place.row = (north - lat) / stepLat + 0.5;
  };
}

/** @see J. P. Snyder, Map Projections: A Working Manual, USGS Professional Paper 1395, equations 15-1 to 15-4 */
function onLambert(geometry: LambertGeometry): GridTransform {
  const { constant, radiusF, rhoOrigin } = sphericalCone(geometry);
  const { x0, y0, stepX, stepY, lonOrigin } = geometry;
  return (lon, lat, place) => {
    const rho = radiusF * Math.tan(Math.PI / 4 + (lat * radian) / 2) ** -constant;
    const theta = constant * longitudeFrom(lonOrigin, lon) * radian;
    place.column = (rho * Math.sin(theta) - x0) / stepX + 0.5;
    place.row = (y0 - rhoOrigin + rho * Math.cos(theta)) / stepY + 0.5;
  };
}
