import type { Geometry } from '../field.ts';

/** The geometry of an overview whose cells are `factor` × `factor` cells of the grid. */
export function coarsened(geometry: Geometry, factor: number): Geometry {
  const half = (factor - 1) / 2;
  if (geometry.kind === 'latlon') {
    const { west, north, stepLon, stepLat } = geometry;
    return {
      ...geometry,
      west: west + half * stepLon,
      north: north - half * stepLat,
      stepLon: factor * stepLon,
      stepLat: factor * stepLat,
    };
  }
  const { x0, y0, stepX, stepY } = geometry;
  return { ...geometry, x0: x0 + half * stepX, y0: y0 - half * stepY, stepX: factor * stepX, stepY: factor * stepY };
}
