import { clampLatitude, latitudeOf, longitudeOf, mercatorX, mercatorY } from './mercator.ts';

/** Pixels along each side of a tile. */
export const tileSize = 256;

/** A tile of the XYZ scheme: `y` counts from the north. */
export interface Tile {
  z: number;
  x: number;
  y: number;
}

/** West, south, east, north in degrees. West is greater than east where the box crosses the antimeridian. */
export type Bounds = [west: number, south: number, east: number, north: number];

/** The bounds of a tile, degrees. */
export function tileBounds({ z, x, y }: Tile): Bounds {
  const n = 2 ** z;
  return [longitudeOf(x / n), latitudeOf((y + 1) / n), longitudeOf((x + 1) / n), latitudeOf(y / n)];
}

/** The four child tiles, row by row from the north-west. */
export function childrenOf({ z, x, y }: Tile): Tile[] {
  return [0, 1].flatMap((down) => [0, 1].map((right) => ({ z: z + 1, x: 2 * x + right, y: 2 * y + down })));
}

/** The inclusive range of tiles at level `z` that a box touches. The box must not cross the antimeridian. */
export function tileRange(bounds: Bounds, z: number): { minX: number; minY: number; maxX: number; maxY: number } {
  const n = 2 ** z;
  const [west, south, east, north] = bounds;
  const clamp = (v: number) => Math.max(0, Math.min(n - 1, v));
  return {
    minX: clamp(Math.floor(mercatorX(west) * n)),
    maxX: clamp(Math.ceil(mercatorX(east) * n) - 1),
    minY: clamp(Math.floor(mercatorY(clampLatitude(north)) * n)),
    maxY: clamp(Math.ceil(mercatorY(clampLatitude(south)) * n) - 1),
  };
}
