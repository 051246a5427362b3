import type { Position } from '../angles.ts';
import type { DefinedGrid } from '../grid-definition.ts';
import { gridLocator } from './index.ts';

/** The order in which the points of a grid are stored. */
export interface StoredOrder {
  cellOf(index: number): { i: number; j: number };
  indexOf(i: number, j: number): number;
}

/** Positions of the points of a grid, by their index in stored order. */
export interface StoredLocator {
  /** Undefined if the point is not on the earth or its position is not known. */
  positionOf: (index: number) => Position | undefined;
  /** The index of the nearest point; undefined more than half a step outside the grid. */
  nearest: (position: Position) => number | undefined;
}

/**
 * Locates the points of a stored grid.
 *
 * @throws {DataError} `grid` if the parameters contradict each other
 */
export function storedLocator(grid: DefinedGrid & { scan: StoredOrder }): StoredLocator {
  const { scan } = grid;
  const locator = gridLocator(grid);
  return {
    positionOf(index) {
      const { i, j } = scan.cellOf(index);
      return locator.positionOf(i, j);
    },
    nearest(position) {
      const cell = locator.cellAt(position);
      return cell && scan.indexOf(cell.column, cell.row);
    },
  };
}
