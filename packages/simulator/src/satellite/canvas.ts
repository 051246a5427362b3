import type { Point } from '@severe/geo';
import { frameFrom, type Canvas } from '../scene.ts';
import { placeOf, type AbiGrid } from './grid.ts';

/** Cells of the fixed grid for one that is drawn on, along both axes: clouds have no sharper edges than 4 km. */
export const drawnEvery = 2;

/** What is drawn on: one cell beyond the grid on the east and south, so that all of it lies between drawn cells. */
export function canvasOf(grid: AbiGrid): Canvas {
  const place = (point: Point): { column: number; row: number } => {
    const { column, row } = placeOf(grid, point);
    return { column: column / drawnEvery, row: row / drawnEvery };
  };
  return {
    width: grid.width / drawnEvery + 1,
    height: grid.height / drawnEvery + 1,
    frameAt: (point) => frameFrom(place, point),
  };
}
