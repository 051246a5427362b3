import type { Position } from '../angles.ts';

/** A cell of a grid: column i and row j from the first stored point. */
export interface GridCell {
  column: number;
  row: number;
}

/** Positions of the cells of a grid. */
export interface GridLocator {
  /** The centre of a cell; undefined if it is not on the earth or is not known. */
  positionOf(column: number, row: number): Position | undefined;
  /** The cell whose centre is nearest; undefined more than half a step outside the grid. */
  cellAt(position: Position): GridCell | undefined;
}
