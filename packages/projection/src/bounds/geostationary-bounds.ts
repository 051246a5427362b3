import type { Bounds } from '@severe/geo';
import { radian } from '../angles.ts';
import type { GeostationaryGeometry } from '../geometry.ts';
import { withinLongitudes } from './within-longitudes.ts';
import { geostationaryInverse, geostationaryTransform, meridianPlane, viewOf } from '../projections/geostationary.ts';

/** Number of points on each side of the limb. */
const limbPoints = 4096;

/**
 * The box around the part of a grid that shows the earth. The extremes of longitude and latitude are on the outline of
 * the grid or on the limb. A box that would cross the antimeridian covers all longitudes.
 */
export function geostationaryBounds(geometry: GeostationaryGeometry, width: number, height: number): Bounds {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  const include = ({ lon, lat }: { lon: number; lat: number }): void => {
    [west, south] = [Math.min(west, lon), Math.min(south, lat)];
    [east, north] = [Math.max(east, lon), Math.max(north, lat)];
  };
  for (const place of [...outline(geometry, width, height), ...limb(geometry, width, height)]) include(place);
  return withinLongitudes([west, south, east, north]);
}

function* outline(geometry: GeostationaryGeometry, width: number, height: number) {
  const { x0, y0, stepX, stepY } = geometry;
  const at = (column: number, row: number) =>
    geostationaryInverse(geometry, x0 + (column - 0.5) * stepX, y0 - (row - 0.5) * stepY);
  for (let column = 0; column <= width; column++) {
    for (const place of [at(column, 0), at(column, height)]) if (place) yield place;
  }
  for (let row = 0; row <= height; row++) {
    for (const place of [at(0, row), at(width, row)]) if (place) yield place;
  }
}

/** Points of the limb, the edge of the visible disk, that are on the grid. */
function* limb(geometry: GeostationaryGeometry, width: number, height: number) {
  const view = viewOf(geometry);
  const forward = geostationaryTransform(geometry);
  const cell = { column: NaN, row: NaN };
  const inwards = 1 - 1e-9; // a point exactly on the limb may count as hidden
  for (let i = 0; i <= limbPoints; i++) {
    const lat = 90 * (1 - (2 * i) / limbPoints);
    const { p } = meridianPlane(view, lat);
    if (view.distance * p < 1) continue; // near an invisible pole
    const reach = (Math.acos(1 / (view.distance * p)) / radian) * inwards;
    for (const lon of [geometry.lonOrigin - reach, geometry.lonOrigin + reach]) {
      forward(lon, lat, cell);
      if (cell.column >= 0 && cell.column <= width && cell.row >= 0 && cell.row <= height) yield { lon, lat };
    }
  }
}
