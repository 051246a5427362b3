import { DataError } from '@severe/base';
import { radian } from './angles.ts';
import type { Geometry, LambertGeometry, ProjectedGeometry } from './geometry.ts';
import { projectionFromString } from './proj4/proj-string.ts';
import { sphericalCone } from './projections/lambert.ts';

/** The angle from true north to the columns of a grid at a cell, in radians, positive clockwise. */
export type Convergence = (column: number, row: number) => number;

/**
 * The convergence of a grid; undefined if columns run along meridians.
 *
 * @throws {DataError} `vector` for a geostationary view, which has no vectors
 */
export function convergenceOf(geometry: Geometry): Convergence | undefined {
  if (geometry.kind === 'latlon') return undefined;
  if (geometry.kind === 'geostationary') throw new DataError('vector', 'a geostationary view has no vectors');
  return geometry.kind === 'lambert' ? lambertConvergence(geometry) : projectedConvergence(geometry);
}

/** Meridians of a cone run to its apex, so the angle at a cell is that of the line to the apex. */
function lambertConvergence(geometry: LambertGeometry): Convergence {
  const { x0, y0, stepX, stepY } = geometry;
  const { rhoOrigin } = sphericalCone(geometry);
  const sign = Math.sign(rhoOrigin);
  return (column, row) => Math.atan2(sign * (x0 + column * stepX), sign * (rhoOrigin - (y0 - row * stepY)));
}

const meridianStep = 1e-4; // degrees

/**
 * The angle to a short piece of the meridian through a cell. On a plane of degrees, distances along rows are scaled by
 * the cosine of the latitude.
 */
function projectedConvergence({ proj4, x0, y0, stepX, stepY }: ProjectedGeometry): Convergence {
  const { forward, inverse } = projectionFromString(proj4);
  const isInDegrees = /^\+proj=(longlat|ob_tran) /.test(proj4);
  return (column, row) => {
    const y = y0 - row * stepY;
    const [lon, lat] = inverse(x0 + column * stepX, y);
    const scale = isInDegrees ? Math.cos(y * radian) : 1;
    const [southX, southY] = forward(lon, lat - meridianStep);
    const [northX, northY] = forward(lon, Math.min(90, lat + meridianStep));
    return Math.atan2(scale * (southX - northX), northY - southY);
  };
}
