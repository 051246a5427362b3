import type { Point } from '@severe/geo';
import { kmPerDegree, radian } from '../model/plane.ts';
import type { Canvas, Frame } from '../scene.ts';
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
    frameAt: (point: Point): Frame => {
      const at = place(point);
      const km = 20;
      const north = place({ lat: point.lat + km / kmPerDegree, lon: point.lon });
      const east = place({ lat: point.lat, lon: point.lon + km / kmPerDegree / Math.cos(point.lat * radian) });
      // Cells for a kilometre; their inverse is the frame.
      const [ec, er, nc, nr] = [
        east.column - at.column,
        east.row - at.row,
        north.column - at.column,
        north.row - at.row,
      ].map((cells) => cells / km);
      const det = ec * nr - nc * er;
      return {
        ...at,
        eastPerColumn: nr / det,
        northPerColumn: -er / det,
        eastPerRow: -nc / det,
        northPerRow: ec / det,
      };
    },
  };
}
