import { gridTransform } from '@severe/projection';
import type { Geometry } from '../field.ts';

/** A cell of a grid; may lie outside it, or be NaN where the projection has no answer. */
export interface Cell {
  column: number;
  row: number;
}

/** Puts into `cell` the cell whose centre is nearest to a point in the grid's own plane. */
export type Locate = (lon: number, lat: number, cell: Cell) => void;

/** In cells: an edge that is no binary number must not lose what lies on it, such as 55° N of a grid that begins there. */
const rounding = 1e-9;

/** The way from longitude and latitude, in degrees, to cells: constants are worked out once. */
export function locatorOf(geometry: Geometry): Locate {
  const place = gridTransform(geometry);
  return (lon, lat, cell) => {
    place(lon, lat, cell);
    cell.column = Math.floor(cell.column + rounding);
    cell.row = Math.floor(cell.row + rounding);
  };
}

/** The geometry of the part of a grid that begins at a cell. */
export function shifted(geometry: Geometry, column: number, row: number): Geometry {
  return geometry.kind === 'latlon'
    ? {
        ...geometry,
        west: geometry.west + column * geometry.stepLon,
        north: geometry.north - row * geometry.stepLat,
      }
    : { ...geometry, x0: geometry.x0 + column * geometry.stepX, y0: geometry.y0 - row * geometry.stepY };
}
