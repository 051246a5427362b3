import { DataError } from '@severe/base';
import type { Grib2Field } from '@severe/grib2';
import { projectionOf } from '@severe/projection';
import type { Geometry, LambertGeometry, LatLonGeometry, ProjectedGeometry } from '../field.ts';
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
  if (geometry.kind === 'rotated-latlon') return turned(geometry, width, height);
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

type Kind<K> = Extract<Grid['geometry'], { kind: K }>;

function latLon(grid: Omit<Kind<'latlon'>, 'kind'>, width: number, height: number): LatLonGeometry {
  const { firstLon, firstLat, stepLon, stepLat } = grid;
  needSteps(stepLon, stepLat);
  const western = stepLon > 0 ? firstLon : firstLon + (width - 1) * stepLon;
  const west = tidy(western < -180 ? western + 360 : western);
  const north = tidy(stepLat < 0 ? firstLat : firstLat + (height - 1) * stepLat);
  return { kind: 'latlon', west, north, stepLon: Math.abs(stepLon), stepLat: Math.abs(stepLat) };
}

/** Latitudes and longitudes about another pole, as a plane of degrees. */
function turned(grid: Kind<'rotated-latlon'>, width: number, height: number): ProjectedGeometry {
  const { lat, lon, angle } = grid.pole;
  const { west, north, stepLon, stepLat } = latLon(grid, width, height);
  const east = west + (width - 0.5) * stepLon;
  if (angle !== 0 || west - stepLon / 2 < -180 || east > 180) {
    const found = `a turned grid from ${west} to ${east} degrees, at an angle of ${angle}`;
    throw new DataError('grid', `${found}, where one within ±180 at an angle of 0 is needed`);
  }
  const proj4 = `+proj=ob_tran +o_proj=longlat +lon_0=${lon} +o_lon_p=0 +o_lat_p=${-lat} +R=6371229 +no_defs`;
  return { kind: 'projected', proj4, x0: west, y0: north, stepX: stepLon, stepY: stepLat };
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

function lambert(grid: Kind<'lambert'>, plane: Plane): LambertGeometry {
  const { earth, lat1, lat2, latOrigin, lonOrigin } = grid;
  return { kind: 'lambert', radius: earth.major, lat1, lat2, latOrigin, lonOrigin, ...plane };
}
