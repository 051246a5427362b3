import { DataError } from '@severe/base';
import { tileSize } from '@severe/geo';

/** Largest side of a joined image, in tiles. All GPUs support textures of 4096 pixels; WebP ends at 16383. */
const maxTilesAcross = 16;

/** Arrangement of tiles: row by row, from the left. */
export interface JoinLayout {
  columns: number;
  rows: number;
}

/** A part of a joined image, in pixels. */
export interface Crop {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The layout of a film strip: one row, up to the largest width. */
export function filmStripLayout(count: number): JoinLayout {
  const columns = Math.max(1, Math.min(count, maxTilesAcross));
  return { columns, rows: Math.max(1, Math.ceil(count / columns)) };
}

/** Size in pixels. @throws {DataError} `join-size` for a side that is too long */
export function pixelSize({ columns, rows }: JoinLayout): { width: number; height: number } {
  if (!(columns >= 1 && rows >= 1 && columns <= maxTilesAcross && rows <= maxTilesAcross)) {
    throw new DataError('join-size', `an image of ${columns} × ${rows} tiles; at most ${maxTilesAcross} fit a side`);
  }
  return { width: columns * tileSize, height: rows * tileSize };
}
