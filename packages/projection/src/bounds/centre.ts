import { foldLongitude } from '@severe/geo';
import type { GridShape } from '../geometry.ts';
import { geostationaryInverse } from '../projections/geostationary.ts';
import { boundsOf } from './bounds.ts';

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
