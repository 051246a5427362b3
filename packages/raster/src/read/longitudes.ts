import { DataError } from '@severe/base';
import type { Field, LatLonGeometry } from '../field.ts';

/** Of a step; what providers' roundings of 360 / columns leave. */
const rounding = 1e-3;

/**
 * Brings a grid of latitudes and longitudes that leaves ±180° onto a map that ends there. One around the whole earth
 * is turned so that it begins at 180° W, and where that meridian runs through a column, has the column at both ends.
 * One of a part of the earth stays as it is, and becomes a grid of the projection whose longitudes go on beyond 180.
 *
 * @throws {DataError} `grid` for one that goes more than once around
 */
export function withinMap(field: Field): Field {
  const { geometry, width } = field;
  if (geometry.kind !== 'latlon') return field;
  const { west, stepLon } = geometry;
  const columns = Math.round(360 / stepLon); // around the earth
  if (width > columns + 1) {
    throw new DataError(
      'grid',
      `a grid of ${width} columns of ${stepLon} degrees goes more than once around the earth`,
    );
  }
  if (width >= columns && Math.abs(columns * stepLon - 360) < rounding * stepLon) {
    return turned(field, geometry, columns);
  }
  const inside = west - stepLon / 2 >= -180 - rounding && west + (width - 0.5) * stepLon <= 180 + rounding;
  return inside ? field : { ...field, geometry: beyond(geometry, width) };
}

function turned(field: Field, geometry: LatLonGeometry, columns: number): Field {
  const { width, height, packed } = field;
  const { west, stepLon } = geometry;
  const first = Math.floor((-180 - west) / stepLon + 0.5 + rounding);
  const last = Math.ceil((180 - west) / stepLon + 0.5 - rounding) - 1;
  if (first === 0 && last === width - 1) return field;
  const across = last - first + 1;
  const cells = across * height;
  const result = packed instanceof Uint16Array ? new Uint16Array(cells) : new Int32Array(cells);
  const from = ((first % columns) + columns) % columns;
  for (let row = 0; row < height; row++) {
    const source = packed.subarray(row * width, row * width + columns);
    result.set(source.subarray(from, Math.min(columns, from + across)), row * across);
    result.set(source.subarray(0, across - (columns - from)), row * across + columns - from);
  }
  return { ...field, width: across, packed: result, geometry: { ...geometry, west: west + first * stepLon } };
}

function beyond({ west, north, stepLon, stepLat }: LatLonGeometry, width: number): Field['geometry'] {
  const middle = west + ((width - 1) / 2) * stepLon;
  const proj4 = `+proj=longlat +R=6371229 +lon_wrap=${middle} +no_defs`;
  return { kind: 'projected', proj4, x0: west, y0: north, stepX: stepLon, stepY: stepLat };
}
