import type { Point } from '@severe/geo';
import { transformFrom, type Canvas } from '../scene.ts';
import { placeOf, type AbiGrid } from './grid.ts';

/** Cells of the fixed grid per drawn cell, along both axes: clouds have no structure below 4 km. */
export const cellsPerDrawnCell = 2;

/**
 * The drawn grid. It extends one cell beyond the fixed grid to the east and south, so that every cell lies between
 * drawn cells.
 */
export function canvasOf(grid: AbiGrid): Canvas {
  const place = (point: Point): { column: number; row: number } => {
    const { column, row } = placeOf(grid, point);
    return { column: column / cellsPerDrawnCell, row: row / cellsPerDrawnCell };
  };
  return {
    width: grid.width / cellsPerDrawnCell + 1,
    height: grid.height / cellsPerDrawnCell + 1,
    transformAt: (point) => transformFrom(place, point),
  };
}
