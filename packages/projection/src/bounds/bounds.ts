import type { Bounds } from '@severe/geo';
import type { Geometry, GridShape, LambertGeometry, LatLonGeometry } from '../geometry.ts';
import { geostationaryBounds } from './geostationary-bounds.ts';
import { lambertInverse } from '../projections/lambert.ts';
import { projectedBounds } from './projected-bounds.ts';

type BoundsOf<G extends Geometry> = (geometry: G, width: number, height: number) => Bounds;

const ways: { [K in Geometry['kind']]: BoundsOf<Extract<Geometry, { kind: K }>> } = {
  latlon: latLonBounds,
  lambert: lambertBounds,
  geostationary: geostationaryBounds,
  projected: projectedBounds,
};

/** The box round the outer edges of a field's cells, in degrees. */
export function boundsOf({ width, height, geometry }: GridShape): Bounds {
  return (ways[geometry.kind] as BoundsOf<Geometry>)(geometry, width, height);
}

function latLonBounds({ west, north, stepLon, stepLat }: LatLonGeometry, width: number, height: number): Bounds {
  return [
    tidy(west - stepLon / 2),
    tidy(north - (height - 0.5) * stepLat),
    tidy(west + (width - 0.5) * stepLon),
    tidy(north + stepLat / 2),
  ];
}

/** Takes the noise of binary fractions off: 19.999999999999996 is 20. */
function tidy(degrees: number): number {
  return Math.round(degrees * 1e9) / 1e9;
}

/**
 * Follows the outline cell by cell. The parallel that touches the northern (or southern) edge does so on the central
 * meridian, so that point is looked at too.
 */
function lambertBounds(geometry: LambertGeometry, width: number, height: number): Bounds {
  const { x0, y0, stepX, stepY } = geometry;
  const placeOf = lambertInverse(geometry);
  const bounds: Bounds = [Infinity, Infinity, -Infinity, -Infinity];
  const include = (column: number, row: number) => {
    const { lon, lat } = placeOf(x0 + (column - 0.5) * stepX, y0 - (row - 0.5) * stepY);
    bounds[0] = Math.min(bounds[0], lon);
    bounds[1] = Math.min(bounds[1], lat);
    bounds[2] = Math.max(bounds[2], lon);
    bounds[3] = Math.max(bounds[3], lat);
  };
  const meridian = Math.min(width, Math.max(0, 0.5 - x0 / stepX));
  for (const row of [0, height]) {
    include(meridian, row);
    for (let column = 0; column <= width; column++) include(column, row);
  }
  for (const column of [0, width]) for (let row = 0; row <= height; row++) include(column, row);
  return bounds;
}
