import type { Group } from 'h5wasm';
import { textOf } from './attributes.ts';
import { readLocator, type Locator } from './locate.ts';
import { isTrap, libraryProblem } from './library-problem.ts';
import { timeOf, withFile } from './open.ts';
import { readPacking, typeName, valueOf, type Packing } from './packing.ts';
import { Tally, type Statistics, type StoredNumbers } from './tally.ts';
import { planeVariables, readPieces, type PlaneVariable, type Unreadable } from './variable.ts';

/** What is asked of each variable. */
export interface NetcdfQuestion {
  /** Places, in degrees, at which the nearest cell is wanted. */
  at: { lat: number; lon: number }[];
  /** Positions, row × width + column. */
  indices: number[];
}

/** A cell of a variable; `stored` is absent where it lies outside of it. */
export interface NetcdfCell {
  index?: number;
  lat?: number;
  lon?: number;
  stored?: number;
  value: number | null;
}

/** A variable with two dimensions; `error` where it could not be read. */
export interface NetcdfVariable extends Partial<Statistics> {
  name: string;
  longName?: string;
  units?: string | null;
  /** Absent, as all below, where not even the kind of the variable could be read. */
  width?: number;
  height?: number;
  /** The type of the stored numbers, as they are meant: `uint16` for unsigned ones in a signed type. */
  type?: string;
  /** The kind of its grid in the words of the CF conventions, such as `geostationary`. */
  gridMapping?: string;
  at: NetcdfCell[];
  cells: NetcdfCell[];
  error?: string;
}

/** A file: when what it tells of began, and its variables. */
export interface NetcdfSurvey {
  startsAt?: Date;
  variables: NetcdfVariable[];
}

/**
 * Reads all variables with two dimensions of a NetCDF-4 file. The decoder works in one memory of its own and cannot be
 * interrupted: for bytes that nobody vouches for see `surveyNetcdf`, which runs this in a thread.
 *
 * @throws {DataError} `netcdf-…` when the file cannot be opened
 */
export function surveyFile(bytes: Uint8Array, question: NetcdfQuestion): Promise<NetcdfSurvey> {
  return withFile(bytes, (file) => ({
    startsAt: timeOf(file, 'time_coverage_start'),
    variables: planeVariables(file).map((variable) => surveyVariable(file, variable, question)),
  }));
}

function surveyVariable(root: Group, variable: PlaneVariable | Unreadable, question: NetcdfQuestion): NetcdfVariable {
  if ('problem' in variable) return { name: variable.name, at: [], cells: [], error: variable.problem };
  const { name, dataset, width, height, type } = variable;
  const shape = { name, width, height };
  try {
    const packing = readPacking(dataset, type);
    const asked = cellsOf(variable, question, readLocator(root, dataset));
    const tally = new Tally(packing);
    for (const { row, stored } of readPieces(variable, packing)) {
      tally.add(stored);
      fill([...asked.at, ...asked.cells], stored, row * width, packing);
    }
    return { ...shape, ...describe(root, variable, packing), ...tally.finish(), at: asked.at, cells: asked.cells };
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

function cellsOf({ width, height }: PlaneVariable, { at, indices }: NetcdfQuestion, locator: Locator | undefined) {
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

/** Gives the cells that lie in a piece of a variable their numbers. */
function fill(cells: NetcdfCell[], piece: StoredNumbers, first: number, packing: Packing): void {
  for (const cell of cells) {
    const at = (cell.index ?? Infinity) - first;
    if (at < 0 || at >= piece.length) continue;
    cell.stored = Number(piece[at]);
    cell.value = valueOf(cell.stored, packing);
  }
}
