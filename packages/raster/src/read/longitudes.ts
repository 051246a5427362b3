import { DataError } from '@severe/base';
import type { Field, LatLonGeometry } from '../field.ts';

/** Tolerance in steps for providers' rounding of 360 / columns. */
const rounding = 1e-3;

/**
 * Fits a latitude/longitude grid that extends beyond ±180° to a map that ends there. A grid around the whole earth is
 * rotated to start at 180° W; if that meridian runs through a column, the column is at both ends. A grid of a part of the
 * earth keeps its values and gets a projection whose longitudes continue beyond 180.
 *
 * @throws {DataError} `grid` if the grid goes more than once around the earth
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
    return rotated(field, { ...geometry, stepLon: 360 / columns }, columns);
  }
  const inside = west - stepLon / 2 >= -180 - rounding && west + (width - 0.5) * stepLon <= 180 + rounding;
  return inside ? field : { ...field, geometry: beyond(geometry, width) };
}

function rotated(field: Field, geometry: LatLonGeometry, columns: number): Field {
  const { width, height, packed } = field;
  const { west, stepLon } = geometry;
  const first = Math.floor((-180 - west) / stepLon + 0.5 + rounding);
  const last = Math.ceil((180 - west) / stepLon + 0.5 - rounding) - 1;
  if (first === 0 && last === width - 1) return { ...field, geometry };
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
