import type { Geometry, LambertGeometry, LatLonGeometry, ProjectedGeometry } from '../field.ts';
import { coneOf, longitudeFrom } from '../project/lambert.ts';
import { placeOf } from '../project/projected.ts';

const rad = Math.PI / 180;

/** A cell of a grid; may lie outside it, or be NaN where the projection has no answer. */
export interface Cell {
  column: number;
  row: number;
}

/** Puts into `cell` the cell whose centre is nearest to a point in the grid's own plane. */
export type Locate = (lon: number, lat: number, cell: Cell) => void;

/** The way from longitude and latitude, in degrees, to cells: constants are worked out once. */
export function locatorOf(geometry: Geometry): Locate {
  return (locators[geometry.kind] as (geometry: Geometry) => Locate)(geometry);
}

const locators: { [K in Geometry['kind']]: (geometry: Extract<Geometry, { kind: K }>) => Locate } = {
  latlon: latLonLocator,
  lambert: lambertLocator,
  projected: projectedLocator,
};

function latLonLocator({ west, north, stepLon, stepLat }: LatLonGeometry): Locate {
  const edge = west - stepLon / 2;
  return (lon, lat, cell) => {
    const turns = Math.floor((lon - edge) / 360); // grids may count longitudes beyond 180
    cell.column = Math.floor((lon - 360 * turns - west) / stepLon + 0.5);
    cell.row = Math.floor((north - lat) / stepLat + 0.5);
  };
}

/** @see J. P. Snyder, Map Projections: A Working Manual, USGS Professional Paper 1395, equations 15-1 to 15-4 */
function lambertLocator(geometry: LambertGeometry): Locate {
  const { constant, radiusF, rhoOrigin } = coneOf(geometry);
  const { x0, y0, stepX, stepY, lonOrigin } = geometry;
  return (lon, lat, cell) => {
    const rho = radiusF * Math.tan(Math.PI / 4 + (lat * rad) / 2) ** -constant;
    const theta = constant * longitudeFrom(lonOrigin, lon) * rad;
    cell.column = Math.floor((rho * Math.sin(theta) - x0) / stepX + 0.5);
    cell.row = Math.floor((y0 - rhoOrigin + rho * Math.cos(theta)) / stepY + 0.5);
  };
}

function projectedLocator(geometry: ProjectedGeometry): Locate {
  const place = placeOf(geometry);
  return (lon, lat, cell) => {
    place(lon, lat, cell);
    cell.column = Math.floor(cell.column);
    cell.row = Math.floor(cell.row);
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
