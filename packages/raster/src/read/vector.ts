import { DataError } from '@severe/base';
import { coneOf, projectionOf } from '@severe/projection';
import type { Field, LambertGeometry, ProjectedGeometry } from '../field.ts';

export interface VectorOptions {
  derive: 'magnitude' | 'direction-from';
  /** Whether components lead along columns and rows, or to the east and north. */
  alongGrid: boolean;
  /** Resolution of the result, in its units. */
  step: number;
}

/** The code of a derived cell that lacks a component. */
const missingCode = 0xffff;
const full = 360;

/**
 * The speed of a vector, or the direction it comes from in degrees clockwise from true north, 0 ≤ d < 360, in steps.
 * A vector of no length comes from 0.
 *
 * @throws {DataError} `vector` when the components are not on one grid, or too large for 16 bits
 */
export function deriveFromVector([east, north]: [Field, Field], options: VectorOptions): Field {
  const { derive, step } = options;
  if (!sameGrid(east, north)) throw new DataError('vector', 'the components lie on two different grids');
  const angle = derive === 'magnitude' || !options.alongGrid ? undefined : turnOf(east);
  const packed = derive === 'magnitude' ? magnitudes(east, north, step) : directions(east, north, step, angle);
  const { width, height, geometry } = east;
  const absent = [{ code: missingCode, means: 'missing' as const }];
  return { width, height, packed, scale: step, offset: 0, geometry, absent };
}

function sameGrid(a: Field, b: Field): boolean {
  return a.width === b.width && a.height === b.height && JSON.stringify(a.geometry) === JSON.stringify(b.geometry);
}

function magnitudes(east: Field, north: Field, step: number): Uint16Array {
  const packed = new Uint16Array(east.packed.length);
  const isMissing = missingIn(east, north);
  let largest = 0;
  for (let i = 0; i < packed.length; i++) {
    const u = east.offset + east.packed[i] * east.scale;
    const v = north.offset + north.packed[i] * north.scale;
    const code = Math.round(Math.sqrt(u * u + v * v) / step);
    if (isMissing(i)) {
      packed[i] = missingCode;
    } else {
      packed[i] = code;
      if (code > largest) largest = code;
    }
  }
  if (largest < missingCode) return packed;
  throw new DataError('vector', `a length of ${largest * step}, at most ${(missingCode - 1) * step} can be kept`);
}

function directions(east: Field, north: Field, step: number, turn?: TurnOf): Uint16Array {
  const { width } = east;
  const packed = new Uint16Array(east.packed.length);
  const isMissing = missingIn(east, north);
  const codes = Math.round(full / step);
  const degrees = 180 / Math.PI;
  for (let i = 0; i < packed.length; i++) {
    const u = east.offset + east.packed[i] * east.scale;
    const v = north.offset + north.packed[i] * north.scale;
    if (isMissing(i)) {
      packed[i] = missingCode;
    } else if (u !== 0 || v !== 0) {
      const row = Math.floor(i / width);
      const from = Math.atan2(-u, -v) + (turn ? turn(i - row * width, row) : 0);
      packed[i] = ((Math.round((from * degrees) / step) % codes) + codes) % codes;
    }
  }
  return packed;
}

function missingIn(a: Field, b: Field): (cell: number) => boolean {
  const [codeA, codeB] = [a.absent[0]?.code, b.absent[0]?.code];
  if (codeA === undefined && codeB === undefined) return () => false;
  return (cell) => a.packed[cell] === codeA || b.packed[cell] === codeB;
}

/** How far the columns of a grid lead from true north at a cell, in radians, clockwise positive. */
type TurnOf = (column: number, row: number) => number;

/**
 * On a Lambert grid a meridian runs to the apex of the cone, so the angle at a cell is that of the line to the apex.
 * On a grid along the meridians it is none.
 */
function turnOf({ geometry }: Field): TurnOf | undefined {
  if (geometry.kind === 'latlon') return undefined;
  if (geometry.kind === 'geostationary') throw new DataError('vector', 'a view from space has no vectors');
  return geometry.kind === 'lambert' ? lambertTurn(geometry) : projectedTurn(geometry);
}

function lambertTurn(geometry: LambertGeometry): TurnOf {
  const { x0, y0, stepX, stepY } = geometry;
  const { rhoOrigin } = coneOf(geometry);
  const sign = Math.sign(rhoOrigin);
  return (column, row) => Math.atan2(sign * (x0 + column * stepX), sign * (rhoOrigin - (y0 - row * stepY)));
}

/**
 * On any other, the angle from the meridian at a cell, which is followed for a little, to the column. On a plane of
 * degrees those along rows are shorter by the cosine of the latitude.
 */
function projectedTurn({ proj4, x0, y0, stepX, stepY }: ProjectedGeometry): TurnOf {
  const { forward, inverse } = projectionOf(proj4);
  const little = 1e-4; // degrees
  const inDegrees = /^\+proj=(longlat|ob_tran) /.test(proj4);
  return (column, row) => {
    const y = y0 - row * stepY;
    const [lon, lat] = inverse(x0 + column * stepX, y);
    const length = inDegrees ? Math.cos((y * Math.PI) / 180) : 1;
    const [southX, southY] = forward(lon, lat - little);
    const [northX, northY] = forward(lon, Math.min(90, lat + little));
    return Math.atan2(length * (southX - northX), northY - southY);
  };
}
