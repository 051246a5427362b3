import type { Part, Workspace } from './workspace.ts';

/** Side of a tile in pixels. */
const side = 256;
/** Entries of a list and of a lattice row; one extra for kernels that process pairs. */
const room = side + 2;
const placesBytes = 8 * room * room;
const cellsBytes = 4 * side * side;

/** Parts for the grid positions of a tile and for the cells that its pixels cover. */
export const footprintsSizes = {
  viewTables: 4 * 8 * room,
  cornerColumns: placesBytes,
  cornerRows: placesBytes,
  centreColumns: placesBytes,
  centreRows: placesBytes,
  /** Consecutive lists, in the order of `Footprints`. */
  spans: 4 * cellsBytes,
};

export type FootprintsParts = Record<keyof typeof footprintsSizes, Part>;

/** For each pixel of a tile, row by row, the cells that it covers: none if `first` is greater than `last`. */
export interface Footprints {
  firstColumn: Int32Array;
  lastColumn: Int32Array;
  firstRow: Int32Array;
  lastRow: Int32Array;
}

/**
 * Columns and rows of a map seen from a satellite: sine and cosine of each column's longitude relative to the satellite; for
 * each row's latitude, the distance `p` from the earth's axis and the height `q` above the equator, in semi-major axes.
 */
export interface ViewTables {
  sin: Float64Array;
  cos: Float64Array;
  p: Float64Array;
  q: Float64Array;
}

/** Scan angles to grid positions: column = `column0` + angle × `columnBy`, row = `row0` − angle × `rowBy`. */
export interface ViewScale {
  /** Distance of the satellite from the centre of the earth, in semi-major axes. */
  distance: number;
  /** Sweep axis of the instrument. */
  sweep: 'x' | 'y';
  columnBy: number;
  column0: number;
  rowBy: number;
  row0: number;
}

/** Fills a lattice of columns and rows, at most 257 of each, from their tables; NaN for points out of sight. */
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
 * Finds the cells that each pixel covers from the positions of its corners (257 × 257) and its centre.
 *
 * @param rounding smaller overlaps, as a fraction of a cell, are rounding errors
 * @returns lists, valid until the next call
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
