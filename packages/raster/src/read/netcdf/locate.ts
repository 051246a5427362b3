import { Dataset, type Group } from 'h5wasm';
import proj4, { type Converter } from 'proj4';
import { numbersOf, textOf } from './attributes.ts';
import { readPacking } from './packing.ts';
import { readAll, typeOf } from './variable.ts';

/** Where the cells of a variable lie: along both axes, in degrees or in the plane of a projection. */
export interface Locator {
  positionOf(column: number, row: number): { lat: number; lon: number } | undefined;
  cellAt(place: { lat: number; lon: number }): { column: number; row: number } | undefined;
}

const mostCells = 100_000; // of an axis

/**
 * Finds the axes of a variable and, where they are angles of view from a satellite, its projection.
 *
 * @returns undefined where they are neither degrees nor such angles
 * @see CF conventions 1.10, sections 5.6 and F (geostationary projection)
 */
export function readLocator(root: Group, variable: Dataset): Locator | undefined {
  const [rows, columns] = [readAxis(root, variable, 0), readAxis(root, variable, 1)];
  if (!rows || !columns) return undefined;
  if (/^degrees?_?n/i.test(rows.units) && /^degrees?_?e/i.test(columns.units)) {
    return new AxisLocator(columns.values, rows.values, 1, undefined);
  }
  const view = readView(root, textOf(variable, 'grid_mapping'));
  if (!view || !rows.units.startsWith('rad') || !columns.units.startsWith('rad')) return undefined;
  return new AxisLocator(columns.values, rows.values, view.heightM, view.converter);
}

interface Axis {
  values: Float64Array;
  units: string;
}

function readAxis(root: Group, variable: Dataset, dimension: number): Axis | undefined {
  const [path] = variable.get_attached_scales(dimension);
  const scale = path ? root.get(path) : null;
  if (!(scale instanceof Dataset) || scale.shape?.length !== 1 || scale.shape[0] > mostCells) return undefined;
  const type = typeOf(scale);
  if (!type || scale.shape[0] !== variable.shape?.[dimension]) return undefined;
  const packing = readPacking(scale, type);
  const stored = Float64Array.from(readAll(scale, packing) as ArrayLike<number | bigint>, Number);
  const values = stored.map((number) => packing.offset + number * packing.scale);
  return { values, units: textOf(scale, 'units') ?? '' };
}

function readView(root: Group, name: string | undefined): { converter: Converter; heightM: number } | undefined {
  const mapping = name ? root.get(name) : null;
  if (!(mapping instanceof Dataset) || textOf(mapping, 'grid_mapping_name') !== 'geostationary') return undefined;
  const number = (attribute: string): number => numbersOf(mapping, attribute)[0] ?? NaN;
  const heightM = number('perspective_point_height');
  const sizes = `+a=${number('semi_major_axis')} +b=${number('semi_minor_axis')}`;
  const sweep = textOf(mapping, 'sweep_angle_axis') === 'y' ? 'y' : 'x';
  const definition = `+proj=geos +h=${heightM} +lon_0=${number('longitude_of_projection_origin')} +sweep=${sweep} ${sizes}`;
  if (definition.includes('NaN')) return undefined;
  return { converter: proj4(definition, '+proj=longlat +datum=WGS84'), heightM };
}

class AxisLocator implements Locator {
  readonly #x: Float64Array;
  readonly #y: Float64Array;
  readonly #scale: number;
  readonly #converter: Converter | undefined;

  /** @param scale from the units of the axes to those of the converter; degrees go without one */
  constructor(x: Float64Array, y: Float64Array, scale: number, converter: Converter | undefined) {
    this.#x = x;
    this.#y = y;
    this.#scale = scale;
    this.#converter = converter;
  }

  positionOf(column: number, row: number): { lat: number; lon: number } | undefined {
    const plane = [this.#x[column] * this.#scale, this.#y[row] * this.#scale];
    const [lon, lat] = this.#converter ? this.#converter.forward(plane) : plane;
    return Number.isFinite(lon) && Number.isFinite(lat) ? { lat, lon } : undefined; // beside the disk of the earth
  }

  cellAt({ lat, lon }: { lat: number; lon: number }): { column: number; row: number } | undefined {
    const plane = this.#converter ? this.#converter.inverse([lon, lat]) : [lon, lat];
    const column = nearest(this.#x, plane[0] / this.#scale);
    const row = nearest(this.#y, plane[1] / this.#scale);
    return column === undefined || row === undefined ? undefined : { column, row };
  }
}

/** The cell whose centre is nearest; undefined further than half a cell outside. */
function nearest(axis: Float64Array, value: number): number | undefined {
  if (axis.length < 2 || !Number.isFinite(value)) return undefined;
  let best = 0;
  for (let i = 1; i < axis.length; i++) if (Math.abs(axis[i] - value) < Math.abs(axis[best] - value)) best = i;
  const neighbour = best > 0 ? best - 1 : best + 1;
  return Math.abs(axis[best] - value) <= Math.abs(axis[best] - axis[neighbour]) / 2 + 1e-12 ? best : undefined;
}
