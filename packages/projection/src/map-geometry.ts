import { DataError } from '@severe/base';
import type { Geometry, LambertGeometry, LatLonGeometry, ProjectedGeometry } from './geometry.ts';
import type { DefinedGrid, LambertGrid, LatLonGrid, PlaneGrid, RotatedLatLonGrid } from './grid-definition.ts';
import { inRotatedCoordinates } from './grids/latlon.ts';
import { placeOnPlane, type PlacedPlane } from './grids/plane.ts';
import { projectionFromString } from './proj4/proj-string.ts';
import { isPlaneGrid } from './projections/index.ts';

/**
 * The geometry of a grid on a map, with rows from the north and columns from the west. Longitudes may exceed 180.
 *
 * @throws {DataError} `grid` if the grid is not regular on a map, or its parameters contradict each other
 */
export function mapGeometry({ geometry, width, height }: DefinedGrid): Geometry {
  if (geometry.kind === 'latlon') return latLonGeometry(geometry, width, height);
  if (geometry.kind === 'rotated-latlon') return rotatedGeometry(geometry, width, height);
  if (!isPlaneGrid(geometry)) {
    throw new DataError('grid', `a ${geometry.kind} grid is not regular on any map`);
  }
  return planeGeometry(geometry, width, height);
}

function checkSteps(x: number, y: number): void {
  if (Math.abs(x) > 0 && Math.abs(y) > 0) return;
  throw new DataError('grid', `a grid with steps of ${x} and ${y}; steps must not be 0`);
}

function latLonGeometry(grid: Omit<LatLonGrid, 'kind'>, width: number, height: number): LatLonGeometry {
  const { firstLon, firstLat, stepLon, stepLat } = grid;
  checkSteps(stepLon, stepLat);
  const western = stepLon > 0 ? firstLon : firstLon + (width - 1) * stepLon;
  const west = tidy(western < -180 ? western + 360 : western);
  const north = tidy(stepLat < 0 ? firstLat : firstLat + (height - 1) * stepLat);
  return { kind: 'latlon', west, north, stepLon: Math.abs(stepLon), stepLat: Math.abs(stepLat) };
}

/** Rotated coordinates as a plane of degrees. */
function rotatedGeometry(grid: RotatedLatLonGrid, width: number, height: number): ProjectedGeometry {
  const { lat, lon, angle } = grid.pole;
  const { west, north, stepLon, stepLat } = latLonGeometry(inRotatedCoordinates(grid), width, height);
  const east = west + (width - 0.5) * stepLon;
  if (angle !== 0 || west - stepLon / 2 < -180 || east > 180) {
    const found = `a rotated grid from ${west} to ${east} degrees with an angle of rotation of ${angle}`;
    throw new DataError('grid', `${found}; it must be within ±180 with an angle of 0`);
  }
  const proj4 = `+proj=ob_tran +o_proj=longlat +lon_0=${lon} +o_lon_p=0 +o_lat_p=${-lat} +R=6371229 +no_defs`;
  return { kind: 'projected', proj4, x0: west, y0: north, stepX: stepLon, stepY: stepLat };
}

/** Removes binary rounding noise; files give angles in millionths of a degree. */
function tidy(degrees: number): number {
  return Math.round(degrees * 1e9) / 1e9;
}

function planeGeometry(grid: PlaneGrid, width: number, height: number): LambertGeometry | ProjectedGeometry {
  checkSteps(grid.stepX, grid.stepY);
  const plane = placeOnPlane({ geometry: grid, width, height });
  const cells = fromNorthWest(plane, width, height);
  if (grid.kind === 'lambert' && grid.earth.major === grid.earth.minor) return lambertGeometry(grid, cells);
  projectionFromString(plane.proj4); // an unknown projection is refused before the values are decoded
  return { kind: 'projected', proj4: plane.proj4, ...cells };
}

type Cells = Pick<LambertGeometry, 'x0' | 'y0' | 'stepX' | 'stepY'>;

function fromNorthWest({ x0, y0, stepX, stepY }: PlacedPlane, width: number, height: number): Cells {
  return {
    x0: stepX > 0 ? x0 : x0 + (width - 1) * stepX,
    y0: stepY < 0 ? y0 : y0 + (height - 1) * stepY,
    stepX: Math.abs(stepX),
    stepY: Math.abs(stepY),
  };
}

function lambertGeometry({ earth, lat1, lat2, latOrigin, lonOrigin }: LambertGrid, cells: Cells): LambertGeometry {
  return { kind: 'lambert', radius: earth.major, lat1, lat2, latOrigin, lonOrigin, ...cells };
}
