import { SphericalMercator } from '@mapbox/sphericalmercator';
import { clampLatitude } from './mercator.ts';

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

/** Ranges are rounded to its pixels, so a tile has so many that they differ by no more than the noise of floating point. */
const mercator = new SphericalMercator({ size: 2 ** 28 });

/** The bounds of a tile, degrees. */
export function tileBounds({ z, x, y }: Tile): Bounds {
  return mercator.bbox(x, y, z);
}

/** The four child tiles, row by row from the north-west. */
export function childrenOf({ z, x, y }: Tile): Tile[] {
  return [0, 1].flatMap((down) => [0, 1].map((right) => ({ z: z + 1, x: 2 * x + right, y: 2 * y + down })));
}

/** The inclusive range of tiles at level `z` that a box touches. The box must not cross the antimeridian. */
export function tileRange(bounds: Bounds, z: number): { minX: number; minY: number; maxX: number; maxY: number } {
  const [west, south, east, north] = bounds;
  const range = mercator.xyz([west, clampLatitude(south), east, clampLatitude(north)], z);
  const within = (v: number) => Math.max(0, Math.min(2 ** z - 1, v));
  return { minX: within(range.minX), maxX: within(range.maxX), minY: within(range.minY), maxY: within(range.maxY) };
}
