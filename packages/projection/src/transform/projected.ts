/** Grids in any projection, point by point. */
import { latitudeOf, longitudeOf, tileSize, type Tile } from '@severe/geo';
import type { ProjectedGeometry } from '../geometry.ts';
import { projectionFromString } from '../proj4/proj-string.ts';

/** Grid coordinates: cell i covers [i, i + 1). Not finite if the projection is not defined at the point. */
export interface GridPosition {
  column: number;
  row: number;
}

/** Writes the grid coordinates of a point of a tile, in pixels from its north-western corner, to `place`. */
export type PixelTransform = (x: number, y: number, place: GridPosition) => void;

/** Writes the grid coordinates of a position in degrees to `place`. */
export type GridTransform = (lon: number, lat: number, place: GridPosition) => void;

/** The transform of a grid by proj4. @throws {DataError} `grid` if the projection is not supported */
export function projectedTransform({ proj4, x0, y0, stepX, stepY }: ProjectedGeometry): GridTransform {
  const { forward } = projectionFromString(proj4);
  return (lon, lat, place) => {
    const [x, y] = forward(lon, lat);
    place.column = (x - x0) / stepX + 0.5;
    place.row = (y0 - y) / stepY + 0.5;
  };
}

/** The transforms of tiles to a grid by proj4. */
export function pixelTransform(geometry: ProjectedGeometry): (tile: Tile) => PixelTransform {
  const onGrid = projectedTransform(geometry);
  return (tile) => {
    const world = tileSize * 2 ** tile.z;
    const [left, top] = [tile.x * tileSize, tile.y * tileSize];
    return (x, y, place) => onGrid(longitudeOf((left + x) / world), latitudeOf((top + y) / world), place);
  };
}
