import type { Group } from 'h5wasm';
import { textOf } from './attributes.ts';
import { readLocator, type Locator } from './locate.ts';
import { isTrap, libraryProblem } from './library-problem.ts';
import { timeOf, withFile } from './file.ts';
import { readPacking, typeName, valueOf, type Packing } from './packing.ts';
import { RunningStatistics, type Statistics, type StoredNumbers } from './statistics.ts';
import { planeVariables, readPieces, type PlaneVariable, type Unreadable } from './variable.ts';

/** Cells to report for each variable. */
export interface NetcdfQuery {
  /** Places in degrees; the nearest cell is reported. */
  at: { lat: number; lon: number }[];
  /** Positions, row × width + column. */
  indices: number[];
}

/** A cell of a variable; `stored` is absent if the cell lies outside the variable. */
export interface NetcdfCell {
  index?: number;
  lat?: number;
  lon?: number;
  stored?: number;
  value: number | null;
}

/** A two-dimensional variable; `error` if it could not be read. */
export interface NetcdfVariable extends Partial<Statistics> {
  name: string;
  longName?: string;
  units?: string | null;
  /** Absent, as all fields below, if the kind of the variable could not be read. */
  width?: number;
  height?: number;
  /** The type of the stored numbers: `uint16` for unsigned numbers of a signed type. */
  type?: string;
  /** The grid mapping as the CF conventions name it, such as `geostationary`. */
  gridMapping?: string;
  at: NetcdfCell[];
  cells: NetcdfCell[];
  error?: string;
}

/** The start of the time that a file covers, and its variables. */
export interface NetcdfSurvey {
  startsAt?: Date;
  variables: NetcdfVariable[];
}

/**
 * Reads all two-dimensional variables of a NetCDF-4 file in the calling thread. The library cannot be interrupted: use
 * `surveyNetcdf`, which runs this in a thread, for untrusted bytes.
 *
 * @throws {DataError} `netcdf-…` when the file cannot be opened
 */
export function surveyInPlace(bytes: Uint8Array, query: NetcdfQuery): Promise<NetcdfSurvey> {
  return withFile(bytes, (file) => ({
    startsAt: timeOf(file, 'time_coverage_start'),
    variables: planeVariables(file).map((variable) => surveyVariable(file, variable, query)),
  }));
}

function surveyVariable(root: Group, variable: PlaneVariable | Unreadable, query: NetcdfQuery): NetcdfVariable {
  if ('problem' in variable) return { name: variable.name, at: [], cells: [], error: variable.problem };
  const { name, dataset, width, height, type } = variable;
  const shape = { name, width, height };
  try {
    const packing = readPacking(dataset, type);
    const requested = cellsOf(variable, query, readLocator(root, dataset));
    const statistics = new RunningStatistics(packing);
    for (const { row, stored } of readPieces(variable, packing)) {
      statistics.add(stored);
      fill([...requested.at, ...requested.cells], stored, row * width, packing);
    }
    return {
      ...shape,
      ...describe(root, variable, packing),
      ...statistics.finish(),
      at: requested.at,
      cells: requested.cells,
    };
  } catch (error) {
    if (isTrap(error)) throw error;
    return { ...shape, at: [], cells: [], error: libraryProblem(error) };
  }
}

function describe(root: Group, { dataset, type }: PlaneVariable, { unsigned }: Packing) {
  return {
    longName: textOf(dataset, 'long_name'),
    units: textOf(dataset, 'units') ?? null,
    type: typeName({ ...type, signed: type.signed && !unsigned }),
    gridMapping: mappingOf(root, textOf(dataset, 'grid_mapping')),
  };
}

function mappingOf(root: Group, name: string | undefined): string | undefined {
  const mapping = name ? root.get(name) : null;
  return mapping && 'attrs' in mapping ? textOf(mapping, 'grid_mapping_name') : undefined;
}

function cellsOf({ width, height }: PlaneVariable, { at, indices }: NetcdfQuery, locator: Locator | undefined) {
  return {
    at: at.map((place): NetcdfCell => {
      const cell = locator?.cellAt(place);
      return { ...place, index: cell && cell.row * width + cell.column, value: null };
    }),
    cells: indices.map((index): NetcdfCell => {
      const inside = index < width * height;
      return { index, ...(inside ? locator?.positionOf(index % width, Math.floor(index / width)) : {}), value: null };
    }),
  };
}

/** Sets the numbers of requested cells that lie in a piece of a variable. */
function fill(cells: NetcdfCell[], piece: StoredNumbers, first: number, packing: Packing): void {
  for (const cell of cells) {
    const at = (cell.index ?? Infinity) - first;
    if (at < 0 || at >= piece.length) continue;
    cell.stored = Number(piece[at]);
    cell.value = valueOf(cell.stored, packing);
  }
}
