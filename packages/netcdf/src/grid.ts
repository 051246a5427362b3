import { DataError } from '@severe/base';
import { Dataset, type Group } from 'h5wasm';
import type { GeostationaryGeometry, LatLonGeometry } from '@severe/projection';
import { numbersOf, textOf } from './attributes.ts';
import { readPacking } from './packing.ts';
import { readAll, typeOf } from './variable.ts';

/** One axis of a variable: the coordinates of its cells. */
interface Axis {
  values: Float64Array;
  units: string;
}

const maxAxisCells = 100_000; // of an axis

/** Whether the units of an axis are degrees north. */
export const isLatitude = ({ units }: Axis): boolean => /^degrees?_?n/i.test(units);
/** Whether the units of an axis are degrees east. */
export const isLongitude = ({ units }: Axis): boolean => /^degrees?_?e/i.test(units);

/** The axis along a dimension; undefined if there is none. */
export function readAxis(root: Group, variable: Dataset, dimension: number): Axis | undefined {
  const [path] = variable.get_attached_scales(dimension);
  const scale = path ? root.get(path) : null;
  if (!(scale instanceof Dataset) || scale.shape?.length !== 1 || scale.shape[0] > maxAxisCells) return undefined;
  const type = typeOf(scale);
  if (!type || scale.shape[0] !== variable.shape?.[dimension]) return undefined;
  const packing = readPacking(scale, type);
  const stored = Float64Array.from(readAll(scale, packing) as ArrayLike<number | bigint>, Number);
  const values = stored.map((number) => packing.offset + number * packing.scale);
  return { values, units: textOf(scale, 'units') ?? '' };
}

/** A geostationary projection, without a grid. */
type SatelliteView = Pick<GeostationaryGeometry, 'height' | 'lonOrigin' | 'sweep' | 'major' | 'minor'>;

/** The projection that a grid mapping describes; undefined if it is not geostationary, or incomplete. */
export function readView(root: Group, name: string | undefined): SatelliteView | undefined {
  const mapping = name ? root.get(name) : null;
  if (!(mapping instanceof Dataset) || textOf(mapping, 'grid_mapping_name') !== 'geostationary') return undefined;
  const number = (attribute: string): number => numbersOf(mapping, attribute)[0] ?? NaN;
  const view: SatelliteView = {
    height: number('perspective_point_height'),
    lonOrigin: number('longitude_of_projection_origin'),
    sweep: textOf(mapping, 'sweep_angle_axis') === 'y' ? 'y' : 'x',
    major: number('semi_major_axis'),
    minor: number('semi_minor_axis'),
  };
  return Object.values(view).includes(NaN) ? undefined : view;
}

/** The geometry of a variable, and whether its rows start in the south. */
interface PlacedGrid {
  geometry: GeostationaryGeometry | LatLonGeometry;
  southUp: boolean;
}

/**
 * The grid of a variable.
 *
 * @throws {DataError} `netcdf-grid` for axes that are neither degrees nor scan angles, or are not regular
 */
export function readGrid(root: Group, variable: Dataset, name: string): PlacedGrid {
  const [rows, columns] = [readAxis(root, variable, 0), readAxis(root, variable, 1)];
  if (!rows || !columns) refuse(`${name} has no axes`);
  const across = regularAxis(columns, `the columns of ${name}`);
  const down = regularAxis(rows, `the rows of ${name}`);
  if (!(across.step > 0)) refuse(`the columns of ${name} do not run to the east`);
  const southUp = down.step > 0;
  const north = southUp ? down.first + down.step * (rows.values.length - 1) : down.first;
  const step = Math.abs(down.step);
  if (isLatitude(rows) && isLongitude(columns)) {
    const geometry = { kind: 'latlon', west: across.first, north, stepLon: across.step, stepLat: step } as const;
    return { geometry, southUp };
  }
  const view = readView(root, textOf(variable, 'grid_mapping'));
  if (!view || !rows.units.startsWith('rad') || !columns.units.startsWith('rad')) {
    refuse(`${name} lies on axes of "${columns.units}" and "${rows.units}", needed are degrees or scan angles`);
  }
  const metres = (angle: number): number => angle * view.height;
  const place = { x0: metres(across.first), y0: metres(north), stepX: metres(across.step), stepY: metres(step) };
  return { geometry: { kind: 'geostationary', ...view, ...place }, southUp };
}

/** Deviation of a cell from a regular axis, in steps: axes are rounded to 16 bits and single precision. */
const axisTolerance = 0.05;

function regularAxis({ values }: Axis, what: string): { first: number; step: number } {
  const last = values.length - 1;
  const first = values[0];
  const step = (values[last] - first) / last;
  const irregular = values.findIndex(
    (value, i) => !(Math.abs(value - first - i * step) <= axisTolerance * Math.abs(step)),
  );
  if (!(Math.abs(step) > 0) || irregular >= 0)
    refuse(`${what} are not regular: cell ${Math.max(irregular, 0)} deviates`);
  return { first, step };
}

function refuse(problem: string): never {
  throw new DataError('netcdf-grid', problem);
}
