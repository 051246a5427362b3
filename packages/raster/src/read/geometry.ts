import { DataError } from '@severe/base';
import type { Grib2Field } from '@severe/grib2';
import type { Geometry, LambertGeometry, LatLonGeometry } from '../field.ts';
import { projectionOf } from '../project/projection.ts';
import { definitionOf, type PlaneGeometry } from './definition.ts';

type Grid = Grib2Field['grid'];

/**
 * Where the cells lie once rows run from the north and columns from the west. Longitudes may go beyond 180; see
 * `withinMap`.
 *
 * @throws {DataError} `grid` for a grid that no map of ours can show
 */
export function mapGeometry({ geometry, template, width, height }: Grid): Geometry {
  if (geometry.kind === 'latlon') return latLon(geometry, width, height);
  const proj4 = definitionOf(geometry);
  if (proj4 === undefined) {
    throw new DataError('grid', `a grid of template ${template} (${geometry.kind}), which is regular on no map`);
  }
  const plane = planeOf(geometry as PlaneGeometry, width, height);
  if (geometry.kind === 'lambert' && geometry.earth.major === geometry.earth.minor) return lambert(geometry, plane);
  projectionOf(proj4); // refuses what it does not know, before anything is decoded
  return { kind: 'projected', proj4, ...plane };
}

function needSteps(x: number, y: number): void {
  if (Math.abs(x) > 0 && Math.abs(y) > 0) return;
  throw new DataError('grid', `a grid with steps of ${x} and ${y}, where steps larger than 0 are needed`);
}

function latLon(grid: Extract<Grid['geometry'], { kind: 'latlon' }>, width: number, height: number): LatLonGeometry {
  const { firstLon, firstLat, stepLon, stepLat } = grid;
  needSteps(stepLon, stepLat);
  const western = stepLon > 0 ? firstLon : firstLon + (width - 1) * stepLon;
  const west = tidy(western < -180 ? western + 360 : western);
  const north = tidy(stepLat < 0 ? firstLat : firstLat + (height - 1) * stepLat);
  return { kind: 'latlon', west, north, stepLon: Math.abs(stepLon), stepLat: Math.abs(stepLat) };
}

/** Takes the noise of binary fractions off; angles come in millionths of a degree. */
function tidy(degrees: number): number {
  return Math.round(degrees * 1e9) / 1e9;
}

type Plane = Pick<LambertGeometry, 'x0' | 'y0' | 'stepX' | 'stepY'>;

/** From the north-western cell, whatever the order of the file. */
function planeOf({ x0, y0, stepX, stepY }: PlaneGeometry, width: number, height: number): Plane {
  needSteps(stepX, stepY);
  return {
    x0: stepX > 0 ? x0 : x0 + (width - 1) * stepX,
    y0: stepY < 0 ? y0 : y0 + (height - 1) * stepY,
    stepX: Math.abs(stepX),
    stepY: Math.abs(stepY),
  };
}

function lambert(grid: Extract<Grid['geometry'], { kind: 'lambert' }>, plane: Plane): LambertGeometry {
  const { earth, lat1, lat2, latOrigin, lonOrigin } = grid;
  return { kind: 'lambert', radius: earth.major, lat1, lat2, latOrigin, lonOrigin, ...plane };
}
