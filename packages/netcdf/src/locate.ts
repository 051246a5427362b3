import { Dataset, type Group } from 'h5wasm';
import { loadProj4, wrapLongitude, type Converter } from '@severe/projection';
import { textOf } from './attributes.ts';
import { isLatitude, isLongitude, readAxis, readView } from './grid.ts';

/** Converts between cells of a variable and places, in degrees. */
export interface Locator {
  positionOf(column: number, row: number): { lat: number; lon: number } | undefined;
  cellAt(place: { lat: number; lon: number }): { column: number; row: number } | undefined;
}

/**
 * Opens the axes of a variable and, if they are scan angles of a satellite, its projection.
 *
 * @returns undefined if they are neither degrees nor scan angles
 * @see CF conventions 1.10, sections 5.6 and F (geostationary projection)
 */
export function readLocator(root: Group, variable: Dataset): Locator | undefined {
  const [rows, columns] = [readAxis(root, variable, 0), readAxis(root, variable, 1)];
  if (!rows || !columns) return undefined;
  if (isLatitude(rows) && isLongitude(columns)) {
    return new AxisLocator(columns.values, rows.values, 1, undefined);
  }
  const view = readView(root, textOf(variable, 'grid_mapping'));
  if (!view || !rows.units.startsWith('rad') || !columns.units.startsWith('rad')) return undefined;
  const { height, lonOrigin, sweep, major, minor } = view;
  const definition = `+proj=geos +h=${height} +lon_0=${lonOrigin} +sweep=${sweep} +a=${major} +b=${minor}`;
  const converter = loadProj4()(definition, '+proj=longlat +datum=WGS84');
  return new AxisLocator(columns.values, rows.values, height, converter);
}

class AxisLocator implements Locator {
  readonly #x: Float64Array;
  readonly #y: Float64Array;
  readonly #scale: number;
  readonly #converter: Converter | undefined;

  /**
   * @param scale from the units of the axes to those of the converter
   * @param converter undefined for axes in degrees
   */
  constructor(x: Float64Array, y: Float64Array, scale: number, converter: Converter | undefined) {
    this.#x = x;
    this.#y = y;
    this.#scale = scale;
    this.#converter = converter;
  }

  positionOf(column: number, row: number): { lat: number; lon: number } | undefined {
    const plane = [this.#x[column] * this.#scale, this.#y[row] * this.#scale];
    const [lon, lat] = this.#converter ? this.#converter.forward(plane) : plane;
    if (!Number.isFinite(lon) || !Number.isFinite(lat)) return undefined; // off the earth's disk
    return { lat, lon: wrapLongitude(lon) };
  }

  cellAt({ lat, lon }: { lat: number; lon: number }): { column: number; row: number } | undefined {
    const [x, y] = this.#converter ? this.#converter.inverse([lon, lat]) : [lon, lat];
    const turns = this.#converter ? [0] : [0, 360, -360]; // longitudes may run from 0 to 360, or across 180
    const columns = turns.map((turn) => nearest(this.#x, (x + turn) / this.#scale));
    const column = columns.find((each) => each !== undefined);
    const row = nearest(this.#y, y / this.#scale);
    return column === undefined || row === undefined ? undefined : { column, row };
  }
}

/** Tolerance for the outer edges, in cells: axes are in single precision. */
const edgeRounding = 1e-2;

/** The cell with the nearest centre; undefined for places more than half a cell outside. */
function nearest(axis: Float64Array, value: number): number | undefined {
  if (axis.length < 2 || !Number.isFinite(value)) return undefined;
  let best = 0;
  for (let i = 1; i < axis.length; i++) if (Math.abs(axis[i] - value) < Math.abs(axis[best] - value)) best = i;
  const neighbour = best > 0 ? best - 1 : best + 1;
  const half = Math.abs(axis[best] - axis[neighbour]) * (0.5 + edgeRounding);
  return Math.abs(axis[best] - value) <= half ? best : undefined;
}
