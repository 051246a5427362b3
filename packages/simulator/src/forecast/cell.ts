import { nearestOffice, type Office } from '@severe/catalogue';
import type { Point, Ring } from '@severe/geo';

/** A cell of the forecast grid. One grid covers the whole country; each cell belongs to the nearest office. */
export interface Cell {
  office: Office;
  x: number;
  y: number;
  middle: Point;
}

/** The grid: degrees, from the south-west corner. */
const grid = { west: -125, south: 24, step: 0.025, width: 2360, height: 1040 };

/** The cell that contains a place; undefined outside the grid. */
export function cellAt({ lat, lon }: Point): Cell | undefined {
  const { west, south, step, width, height } = grid;
  const [x, y] = [Math.floor((lon - west) / step), Math.floor((lat - south) / step)];
  if (!(x >= 0 && x < width && y >= 0 && y < height)) return undefined;
  const middle = { lat: south + (y + 0.5) * step, lon: west + (x + 0.5) * step };
  return { office: nearestOffice(middle), x, y, middle };
}

/** The cell of an office by column and row; undefined if the cell belongs to another office. */
export function cellOf(office: string, x: number, y: number): Cell | undefined {
  const { west, south, step } = grid;
  const cell = cellAt({ lat: south + (y + 0.5) * step, lon: west + (x + 0.5) * step });
  return cell?.office.id === office ? cell : undefined;
}

export function cellRing({ x, y }: Cell): Ring {
  const { west, south, step } = grid;
  const corner = (dx: number, dy: number): [number, number] => [
    Math.round((west + (x + dx) * step) * 1e4) / 1e4,
    Math.round((south + (y + dy) * step) * 1e4) / 1e4,
  ];
  return [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1), corner(0, 0)];
}
