import { mercatorX, mercatorY, type Tile } from '@severe/geo';

/** The tile at level `z` that contains a point; `lat` must be within Web Mercator. */
export function tileAt(lon: number, lat: number, z: number): Tile {
  const n = 2 ** z;
  const clamp = (v: number) => Math.max(0, Math.min(n - 1, Math.floor(v * n)));
  return { z, x: clamp(mercatorX(lon)), y: clamp(mercatorY(lat)) };
}
