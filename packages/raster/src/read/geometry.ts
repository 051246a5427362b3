import { DataError } from '@severe/base';
import type { Grib2Field } from '@severe/grib2';
import type { Geometry, LambertGeometry, LatLonGeometry } from '../field.ts';

type Grid = Grib2Field['grid'];

/**
 * Where the cells lie once rows run from the north and columns from the west.
 *
 * @throws {DataError} `grid` for a grid that no map of ours can show
 */
export function mapGeometry({ geometry, width, height }: Grid): Geometry {
  const { stepLon, stepLat } = stepsOf(geometry);
  if (!(Math.abs(stepLon) > 0 && Math.abs(stepLat) > 0)) {
    throw new DataError('grid', `a grid with steps of ${stepLon} and ${stepLat}, where steps larger than 0 are needed`);
  }
  return geometry.kind === 'latlon' ? latLon(geometry, width, height) : lambert(geometry, width, height);
}

function stepsOf(geometry: Grid['geometry']): { stepLon: number; stepLat: number } {
  return geometry.kind === 'latlon' ? geometry : { stepLon: geometry.stepX, stepLat: geometry.stepY };
}

function latLon(grid: Extract<Grid['geometry'], { kind: 'latlon' }>, width: number, height: number): LatLonGeometry {
  const { firstLon, firstLat, stepLon, stepLat } = grid;
  const western = stepLon > 0 ? firstLon : firstLon + (width - 1) * stepLon;
  const west = tidy(western < -180 ? western + 360 : western);
  const north = tidy(stepLat < 0 ? firstLat : firstLat + (height - 1) * stepLat);
  const size = Math.abs(stepLon);
  const east = west + (width - 0.5) * size;
  if (east > 180 + size) {
    throw new DataError('grid', `a grid from ${west} to ${east} degrees east, where one within ±180 is needed`);
  }
  return { kind: 'latlon', west, north, stepLon: size, stepLat: Math.abs(stepLat) };
}

/** Takes the noise of binary fractions off; angles come in millionths of a degree. */
function tidy(degrees: number): number {
  return Math.round(degrees * 1e9) / 1e9;
}

function lambert(grid: Extract<Grid['geometry'], { kind: 'lambert' }>, width: number, height: number): LambertGeometry {
  const { earth, lat1, lat2, latOrigin, lonOrigin, x0, y0, stepX, stepY } = grid;
  if (earth.major !== earth.minor) {
    throw new DataError(
      'grid',
      `a Lambert grid on an ellipsoid (${earth.major}, ${earth.minor} m), a sphere is needed`,
    );
  }
  return {
    kind: 'lambert',
    radius: earth.major,
    lat1,
    lat2,
    latOrigin,
    lonOrigin,
    x0: stepX > 0 ? x0 : x0 + (width - 1) * stepX,
    y0: stepY < 0 ? y0 : y0 + (height - 1) * stepY,
    stepX: Math.abs(stepX),
    stepY: Math.abs(stepY),
  };
}
