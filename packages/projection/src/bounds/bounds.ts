import { foldLongitude, longitudeFrom, type Bounds } from '@severe/geo';
import type { Geometry, GridShape, LambertGeometry, LatLonGeometry } from '../geometry.ts';
import { geostationaryInverse } from '../projections/geostationary.ts';
import { geostationaryBounds } from './geostationary-bounds.ts';
import { sphericalLambert } from '../projections/lambert.ts';
import { projectedBounds } from './projected-bounds.ts';
import { withinLongitudes } from './within-longitudes.ts';

type BoundsOf<G extends Geometry> = (geometry: G, width: number, height: number) => Bounds;

const bounds: { [K in Geometry['kind']]: BoundsOf<Extract<Geometry, { kind: K }>> } = {
  latlon: latLonBounds,
  lambert: lambertBounds,
  geostationary: geostationaryBounds,
  projected: projectedBounds,
};

/** The box around the outer edges of a grid's cells, in degrees. */
export function boundsOf({ width, height, geometry }: GridShape): Bounds {
  return (bounds[geometry.kind] as BoundsOf<Geometry>)(geometry, width, height);
}

function latLonBounds({ west, north, stepLon, stepLat }: LatLonGeometry, width: number, height: number): Bounds {
  return [
    tidy(west - stepLon / 2),
    tidy(north - (height - 0.5) * stepLat),
    tidy(west + (width - 0.5) * stepLon),
    tidy(north + stepLat / 2),
  ];
}

/** Removes binary rounding noise: 19.999999999999996 is 20. */
function tidy(degrees: number): number {
  return Math.round(degrees * 1e9) / 1e9;
}

/**
 * Follows the outline cell by cell. The parallel that touches the northern (or southern) edge does so on the central
 * meridian, so that point is included too.
 */
function lambertBounds(geometry: LambertGeometry, width: number, height: number): Bounds {
  const { x0, y0, stepX, stepY, lonOrigin } = geometry;
  const { inverse } = sphericalLambert(geometry);
  const box: Bounds = [Infinity, Infinity, -Infinity, -Infinity];
  const include = (column: number, row: number) => {
    const [wrapped, lat] = inverse(x0 + (column - 0.5) * stepX, y0 - (row - 0.5) * stepY);
    const lon = lonOrigin + longitudeFrom(lonOrigin, wrapped); // the cone is cut opposite of its origin
    box[0] = Math.min(box[0], lon);
    box[1] = Math.min(box[1], lat);
    box[2] = Math.max(box[2], lon);
    box[3] = Math.max(box[3], lat);
  };
  const meridian = Math.min(width, Math.max(0, 0.5 - x0 / stepX));
  for (const row of [0, height]) {
    include(meridian, row);
    for (let column = 0; column <= width; column++) include(column, row);
  }
  for (const column of [0, width]) for (let row = 0; row <= height; row++) include(column, row);
  return withinLongitudes(box);
}

/** The position of the centre of a grid, in degrees; undefined if the centre of a geostationary view misses the earth. */
export function centreOf(shape: GridShape): { lon: number; lat: number } | undefined {
  const { geometry, width, height } = shape;
  if (geometry.kind === 'geostationary') {
    const { x0, y0, stepX, stepY } = geometry;
    const place = geostationaryInverse(geometry, x0 + ((width - 1) / 2) * stepX, y0 - ((height - 1) / 2) * stepY);
    return place && { lat: place.lat, lon: foldLongitude(place.lon) };
  }
  const [west, south, east, north] = boundsOf(shape);
  return { lon: (west + east) / 2, lat: (south + north) / 2 };
}
