import { DataError } from '@severe/base';
import type { DefinedGrid, PlaneGrid } from '../grid-definition.ts';
import { gridProjection, type GridProjection } from '../projections/index.ts';
import type { GridLocator } from './locator.ts';
import { nearestCell } from './nearest.ts';

/** A grid on a plane: column i, row j is at `x0 + i * stepX`, `y0 + j * stepY` in metres; steps are signed. */
export interface PlacedPlane extends GridProjection {
  x0: number;
  y0: number;
  stepX: number;
  stepY: number;
}

/**
 * Places a grid on the plane of its projection.
 *
 * @throws {DataError} `grid` if the projection is not defined at the first point
 */
export function placeOnPlane({ geometry, width }: DefinedGrid<PlaneGrid>): PlacedPlane {
  const { projection, proj4 } = gridProjection(geometry, width);
  const { stepX, stepY } = geometry;
  if (geometry.kind === 'transverse-mercator') {
    return { projection, proj4, x0: geometry.x0, y0: geometry.y0, stepX, stepY };
  }
  const { firstLat, firstLon } = geometry;
  const [x0, y0] = projection.forward(firstLon, firstLat);
  if (!Number.isFinite(x0) || !Number.isFinite(y0)) {
    throw new DataError('grid', `the first point, ${firstLat} ${firstLon}, has no place in the projection`);
  }
  return { projection, proj4, x0, y0, stepX, stepY };
}

export function planeLocator(grid: DefinedGrid<PlaneGrid>): GridLocator {
  const { width, height } = grid;
  const { projection, x0, y0, stepX, stepY } = placeOnPlane(grid);
  return {
    positionOf(column, row) {
      const [lon, lat] = projection.inverse(x0 + column * stepX, y0 + row * stepY);
      return Number.isNaN(lon) || Number.isNaN(lat) ? undefined : { lat, lon };
    },
    cellAt({ lat, lon }) {
      const [x, y] = projection.forward(lon, lat);
      const column = nearestCell((x - x0) / stepX, width);
      const row = nearestCell((y - y0) / stepY, height);
      return column !== undefined && row !== undefined ? { column, row } : undefined;
    },
  };
}
