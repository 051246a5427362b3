/** Grids in any projection, cell by cell; `control.ts` needs few of these for a tile. */
import { latitudeOf, longitudeOf, tileSize, type Tile } from '@severe/geo';
import type { ProjectedGeometry } from '../geometry.ts';
import { projectionOf } from '../proj4/proj-string.ts';

/** A place on a grid in cell units: cell i is [i, i + 1). Not finite where the projection has no answer. */
export interface GridPosition {
  column: number;
  row: number;
}

/** Puts into `place` where a point in pixels of a tile, counted from its north-western corner, lies on the grid. */
export type PixelTransform = (x: number, y: number, place: GridPosition) => void;

/** Puts into `place` where a point in degrees lies on the grid. */
export type GridTransform = (lon: number, lat: number, place: GridPosition) => void;

/** @throws {DataError} `grid` when the projection is not known */
export function projectedTransform({ proj4, x0, y0, stepX, stepY }: ProjectedGeometry): GridTransform {
  const { forward } = projectionOf(proj4);
  return (lon, lat, place) => {
    const [x, y] = forward(lon, lat);
    place.column = (x - x0) / stepX + 0.5;
    place.row = (y0 - y) / stepY + 0.5;
  };
}

export function pixelTransform(geometry: ProjectedGeometry): (tile: Tile) => PixelTransform {
  const onGrid = projectedTransform(geometry);
  return (tile) => {
    const world = tileSize * 2 ** tile.z;
    const [left, top] = [tile.x * tileSize, tile.y * tileSize];
    return (x, y, place) => onGrid(longitudeOf((left + x) / world), latitudeOf((top + y) / world), place);
  };
}
