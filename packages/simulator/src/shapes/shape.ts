import type { Point } from '@severe/geo';

/** The value for no echo, below anything a radar detects, dBZ. */
export const noEcho = -40;

/** The column above a point of the ground. A shape writes all three fields into an object that the caller reuses. */
export interface Column {
  /** Echo at the lowest level, dBZ. */
  base: number;
  /** Strongest echo above it, dBZ. */
  aloft: number;
  /** Top of the 18 dBZ echo, km above sea level; 0 where there is none. */
  top: number;
}

/** The echo of one storm, in kilometres east and north of its centre. */
export interface Shape {
  center: Point;
  /** Extent, km. Beyond it there is no echo. */
  reach: { west: number; east: number; south: number; north: number };
  column(east: number, north: number, out: Column): void;
}

/** The extent of a circle whose centre lies `east` and `north` of the shape's centre, km. */
export function reachAround(radius: number, east = 0, north = 0): Shape['reach'] {
  return { west: radius - east, east: radius + east, south: radius - north, north: radius + north };
}
