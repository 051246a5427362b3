/** Grids in any projection, cell by cell; `control.ts` needs few of these for a tile. */
import { latitudeOf, longitudeOf, type Tile } from '@severe/geo';
import type { ProjectedGeometry } from '../field.ts';
import { tileSize } from './latlon.ts';
import { projectionOf } from './projection.ts';

/** A place on a grid in cell units: cell i is [i, i + 1). Not finite where the projection has no answer. */
export interface GridPlace {
  column: number;
  row: number;
}

/** Puts into `place` where a point in pixels of a tile, counted from its north-western corner, lies on the grid. */
export type PlaceOfPixel = (x: number, y: number, place: GridPlace) => void;

/** Puts into `place` where a point in degrees lies on the grid. */
export type PlaceOf = (lon: number, lat: number, place: GridPlace) => void;

/** @throws {DataError} `grid` when the projection is not known */
export function placeOf({ proj4, x0, y0, stepX, stepY }: ProjectedGeometry): PlaceOf {
  const { forward } = projectionOf(proj4);
  return (lon, lat, place) => {
    const [x, y] = forward(lon, lat);
    place.column = (x - x0) / stepX + 0.5;
    place.row = (y0 - y) / stepY + 0.5;
  };
}

export function pixelsOf(geometry: ProjectedGeometry): (tile: Tile) => PlaceOfPixel {
  const onGrid = placeOf(geometry);
  return (tile) => {
    const world = tileSize * 2 ** tile.z;
    const [left, top] = [tile.x * tileSize, tile.y * tileSize];
    return (x, y, place) => onGrid(longitudeOf((left + x) / world), latitudeOf((top + y) / world), place);
  };
}
