import type { Part, Workspace } from './workspace.ts';

/** Pixels of a side of a tile. */
const side = 256;
/** Entries of a list, and of a row of a lattice, with one to spare for kernels that work in pairs. */
const room = side + 2;
const placesBytes = 8 * room * room;
const cellsBytes = 4 * side * side;

/** The parts for the places of a tile on a grid and the cells that its pixels take. */
export const footprintsRoom = {
  viewTables: 4 * 8 * room,
  cornerColumns: placesBytes,
  cornerRows: placesBytes,
  centreColumns: placesBytes,
  centreRows: placesBytes,
  /** One list behind the other, in the order of `Footprints`. */
  spans: 4 * cellsBytes,
};

export type FootprintsParts = Record<keyof typeof footprintsRoom, Part>;

/** For each pixel of a tile, row by row, the cells that it takes: none where `first` is greater than `last`. */
export interface Footprints {
  firstColumn: Int32Array;
  lastColumn: Int32Array;
  firstRow: Int32Array;
  lastRow: Int32Array;
}

/**
 * Columns and rows of a map seen from a satellite: sine and cosine of each column's longitude from the satellite's; of each
 * row's latitude the distance `p` from the axis of the earth and the height `q` above the equator, in its half axes.
 */
export interface ViewTables {
  sin: Float64Array;
  cos: Float64Array;
  p: Float64Array;
  q: Float64Array;
}

/** How angles of view lie on a grid: column = `column0` + angle × `columnBy`, row = `row0` − angle × `rowBy`. */
export interface ViewScale {
  /** Of the satellite from the middle of the earth, in half axes of the equator. */
  distance: number;
  /** The axis of the instrument that turns first. */
  sweep: 'x' | 'y';
  columnBy: number;
  column0: number;
  rowBy: number;
  row0: number;
}

/** Fills the lattice of columns and rows whose tables these are, at most 257 of each; NaN out of sight. */
export function viewLattice(
  space: Workspace,
  { sin, cos, p, q }: ViewTables,
  { distance, sweep, columnBy, column0, rowBy, row0 }: ViewScale,
  tables: Part,
  columns: Part,
  rows: Part,
): void {
  const lists = space.doubles(tables);
  [sin, cos, p, q].forEach((list, i) => lists.set(list, i * room));
  space.run.viewLattice(
    tables.at,
    sin.length,
    distance,
    sweep === 'x' ? 1 : 0,
    columnBy,
    column0,
    rowBy,
    row0,
    columns.at,
    rows.at,
  );
}

/**
 * The cells that each pixel takes, of the places of its corners (257 × 257) and its centre.
 *
 * @param rounding overlaps smaller than this part of a cell come from rounding
 * @returns lists that last until the next call
 */
export function takeFootprints(
  space: Workspace,
  { cornerColumns, cornerRows, centreColumns, centreRows, spans }: FootprintsParts,
  { width, height }: { width: number; height: number },
  rounding: number,
): Footprints {
  const lists = Array.from({ length: 4 }, (_, i) => ({ at: spans.at + i * cellsBytes, length: cellsBytes }));
  const [fromColumn, toColumn, fromRow, toRow] = lists.map(({ at }) => at);
  space.run.takeCells(cornerColumns.at, centreColumns.at, width, rounding, fromColumn, toColumn);
  space.run.takeCells(cornerRows.at, centreRows.at, height, rounding, fromRow, toRow);
  const [firstColumn, lastColumn, firstRow, lastRow] = lists.map((list) => space.words(list));
  return { firstColumn, lastColumn, firstRow, lastRow };
}
