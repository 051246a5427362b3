import { DataError } from '@severe/base';
import type { GridShape } from '@severe/projection';
import type { ColourImage } from '../colour-image.ts';
import type { Field, LatLonGeometry } from '../field.ts';

/** Tolerance in steps for providers' rounding of 360 / columns, and the rounding of one step in degrees. */
const rounding = 1e-3;
const stepRounding = 1e-6;

/**
 * Fits a latitude/longitude grid that extends beyond ±180° to a map that ends there. A grid around the whole earth is
 * rotated to start at 180° W; if that meridian runs through a column, the column is at both ends. A grid of a part of the
 * earth keeps its values and gets a projection whose longitudes continue beyond 180.
 *
 * @throws {DataError} `grid` if the grid goes more than once around the earth
 */
export function withinMap(field: Field): Field {
  const { packed, ...grid } = fitted(field, field.packed);
  return { ...field, ...grid, packed };
}

/** The same for an image. @throws {DataError} `grid` */
export function imageWithinMap(image: ColourImage): ColourImage {
  const { packed: pixels, ...grid } = fitted(image, image.pixels);
  return { ...grid, pixels };
}

function fitted<Cells extends Uint16Array | Int32Array | Uint32Array>(
  { geometry, width, height }: GridShape,
  packed: Cells,
): GridShape & { packed: Cells } {
  const grid = { geometry, width, height, packed };
  if (geometry.kind !== 'latlon') return grid;
  const { west, stepLon } = geometry;
  const columns = Math.round(360 / stepLon); // around the earth
  if (width > columns + 1) {
    throw new DataError(
      'grid',
      `a grid of ${width} columns of ${stepLon} degrees goes more than once around the earth`,
    );
  }
  if (width >= columns && Math.abs(columns * stepLon - 360) < rounding * stepLon + stepRounding * columns) {
    return rotated({ ...grid, geometry: { ...geometry, stepLon: 360 / columns } }, columns);
  }
  const inside = west - stepLon / 2 >= -180 - rounding && west + (width - 0.5) * stepLon <= 180 + rounding;
  return inside ? grid : { ...grid, geometry: beyond(geometry, width) };
}

interface LatLonCells<Cells> {
  width: number;
  height: number;
  geometry: LatLonGeometry;
  packed: Cells;
}

function rotated<Cells extends Uint16Array | Int32Array | Uint32Array>(
  grid: LatLonCells<Cells>,
  columns: number,
): LatLonCells<Cells> {
  const { width, height, packed, geometry } = grid;
  const { west, stepLon } = geometry;
  const first = Math.floor((-180 - west) / stepLon + 0.5 + rounding);
  const last = Math.ceil((180 - west) / stepLon + 0.5 - rounding) - 1;
  if (first === 0 && last === width - 1) return grid;
  const across = last - first + 1;
  const result = new (packed.constructor as new (length: number) => Cells)(across * height);
  const from = ((first % columns) + columns) % columns;
  for (let row = 0; row < height; row++) {
    const source = packed.subarray(row * width, row * width + columns);
    result.set(source.subarray(from, Math.min(columns, from + across)), row * across);
    result.set(source.subarray(0, across - (columns - from)), row * across + columns - from);
  }
  return { height, width: across, packed: result, geometry: { ...geometry, west: west + first * stepLon } };
}

function beyond({ west, north, stepLon, stepLat }: LatLonGeometry, width: number): Field['geometry'] {
  const middle = west + ((width - 1) / 2) * stepLon;
  const proj4 = `+proj=longlat +R=6371229 +lon_wrap=${middle} +no_defs`;
  return { kind: 'projected', proj4, x0: west, y0: north, stepX: stepLon, stepY: stepLat };
}
