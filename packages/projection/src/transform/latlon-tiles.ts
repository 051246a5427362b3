import { latitudeOf, longitudeOf, tileSize } from '@severe/geo';
import type { LatLonGeometry } from '../geometry.ts';

/** Edges and centres of pixels along one axis, in grid coordinates. */
export interface PixelAxis {
  edges: Float64Array;
  centres: Float64Array;
}

/** Pixel columns on a grid; longitude depends on x alone. Pixels are numbered over the world, from the west. */
export function pixelColumns({ west, stepLon }: LatLonGeometry, z: number, start: number, count: number): PixelAxis {
  const world = tileSize * 2 ** z;
  return axis(start, count, (pixel) => (longitudeOf(pixel / world) - west) / stepLon + 0.5);
}

/** Pixel rows on a grid; latitude depends on y alone. Pixels are numbered over the world, from the north. */
export function pixelRows({ north, stepLat }: LatLonGeometry, z: number, start: number, count: number): PixelAxis {
  const world = tileSize * 2 ** z;
  return axis(start, count, (pixel) => (north - latitudeOf(pixel / world)) / stepLat + 0.5);
}

function axis(start: number, count: number, cellAt: (pixel: number) => number): PixelAxis {
  const edges = new Float64Array(count + 1);
  const centres = new Float64Array(count);
  for (let i = 0; i <= count; i++) edges[i] = cellAt(start + i);
  for (let i = 0; i < count; i++) centres[i] = cellAt(start + i + 0.5);
  return { edges, centres };
}
