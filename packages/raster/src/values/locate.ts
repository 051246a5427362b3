import { cellAround, gridTransform, type GridShape } from '@severe/projection';
import type { Geometry } from '../field.ts';

/** A cell of a grid. */
export interface Cell {
  column: number;
  row: number;
}

/** Sets `cell` to the cell with the centre nearest to a point in the plane of the grid; false outside the grid. */
type Locate = (lon: number, lat: number, cell: Cell) => boolean;

/** Converts longitude and latitude, in degrees, to cells; constants are computed once. The edges belong to the grid. */
export function locatorOf({ geometry, width, height }: GridShape): Locate {
  const place = gridTransform(geometry);
  return (lon, lat, cell) => {
    place(lon, lat, cell);
    const column = cellAround(cell.column, width);
    const row = cellAround(cell.row, height);
    if (column === undefined || row === undefined) return false;
    cell.column = column;
    cell.row = row;
    return true;
  };
}

/** The geometry of a part of a grid that begins at a cell. */
export function shifted(geometry: Geometry, column: number, row: number): Geometry {
  return geometry.kind === 'latlon'
    ? {
        ...geometry,
        west: geometry.west + column * geometry.stepLon,
        north: geometry.north - row * geometry.stepLat,
      }
    : { ...geometry, x0: geometry.x0 + column * geometry.stepX, y0: geometry.y0 - row * geometry.stepY };
}

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
