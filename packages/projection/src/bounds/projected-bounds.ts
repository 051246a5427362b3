import { DataError } from '@severe/base';
import type { Bounds } from '@severe/geo';
import { longitudeFrom } from '@severe/geo';
import type { ProjectedGeometry } from '../geometry.ts';
import { withinLongitudes } from './within-longitudes.ts';
import { projectionFromString } from '../proj4/proj-string.ts';
import { projectedTransform } from '../transform/projected.ts';

/** Minimum number of points per side, so that the curvature of a large cell's edge has no effect. */
const minSidePoints = 1024;

/**
 * The box around a grid in any projection, from its outline. The box of a grid that contains a pole or crosses the
 * antimeridian covers all longitudes.
 *
 * @throws {DataError} `grid` if a point of the outline is not on the earth
 */
export function projectedBounds(geometry: ProjectedGeometry, width: number, height: number): Bounds {
  const { proj4, x0, y0, stepX, stepY } = geometry;
  const { inverse } = projectionFromString(proj4);
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  let walked: number | undefined;
  for (const [column, row] of outline(width, height)) {
    const [lon, lat] = inverse(x0 + (column - 0.5) * stepX, y0 - (row - 0.5) * stepY);
    if (!Number.isFinite(lon) || !Number.isFinite(lat)) {
      throw new DataError('grid', `column ${column}, row ${row} of the grid's outline is not on the earth`);
    }
    walked = walked === undefined ? lon : walked + longitudeFrom(walked, lon);
    [west, south] = [Math.min(west, walked), Math.min(south, lat)];
    [east, north] = [Math.max(east, walked), Math.max(north, lat)];
  }
  const poles = [-90, 90].filter((lat) => containsPole(geometry, width, height, lat));
  const [least, most] = [Math.min(south, ...poles), Math.max(north, ...poles)];
  return poles.length > 0 ? [-180, least, 180, most] : withinLongitudes([west, least, east, most]);
}

/** Points of the outer edge in grid coordinates, once around. */
function* outline(width: number, height: number): Iterable<[column: number, row: number]> {
  const [across, down] = [Math.max(width, minSidePoints), Math.max(height, minSidePoints)];
  for (let i = 0; i < across; i++) yield [(i * width) / across, 0];
  for (let i = 0; i < down; i++) yield [width, (i * height) / down];
  for (let i = across; i > 0; i--) yield [(i * width) / across, height];
  for (let i = down; i > 0; i--) yield [0, (i * height) / down];
}

/** Whether a grid contains a pole as a point; a pole that is a line on the plane has several images. */
function containsPole(geometry: ProjectedGeometry, width: number, height: number, lat: number): boolean {
  const onGrid = projectedTransform(geometry);
  const place = { column: NaN, row: NaN };
  return [-90, 0, 90, 180].every((lon) => {
    onGrid(lon, lat, place);
    return place.column >= 0 && place.column <= width && place.row >= 0 && place.row <= height;
  });
}
