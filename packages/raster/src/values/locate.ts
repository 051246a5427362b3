import { gridTransform } from '@severe/projection';
import type { Geometry } from '../field.ts';

/** A cell of a grid; it may lie outside, or be NaN if the projection has no result. */
export interface Cell {
  column: number;
  row: number;
}

/** Sets `cell` to the cell with the centre nearest to a point in the plane of the grid. */
export type Locate = (lon: number, lat: number, cell: Cell) => void;

/** Tolerance in cells, so that points on an edge belong to the grid, such as 55° N of a grid that begins there. */
const rounding = 1e-9;

/** Converts longitude and latitude, in degrees, to cells; constants are computed once. */
export function locatorOf(geometry: Geometry): Locate {
  const place = gridTransform(geometry);
  return (lon, lat, cell) => {
    place(lon, lat, cell);
    cell.column = Math.floor(cell.column + rounding);
    cell.row = Math.floor(cell.row + rounding);
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
