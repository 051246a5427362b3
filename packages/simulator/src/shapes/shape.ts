import type { Point } from '@severe/geo';

/** No echo: weaker than anything a radar shows. */
export const noEcho = -40;

/** What stands above one point of the ground. A shape writes all three, into an object that the caller uses again. */
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
  /** Beyond this many kilometres there is nothing. */
  reach: { west: number; east: number; south: number; north: number };
  column(east: number, north: number, out: Column): void;
}

/** A reach of the same kilometres on all sides of a point that lies `east` and `north` of the centre. */
export function reachAround(radius: number, east = 0, north = 0): Shape['reach'] {
  return { west: radius - east, east: radius + east, south: radius - north, north: radius + north };
}
