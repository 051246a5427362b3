import { DataError } from '@severe/base';
import { tileSize } from '@severe/geo';

/** The largest side of a sheet, in tiles: graphics processors take 4096 pixels everywhere, and WebP ends at 16383. */
export const mostAcross = 16;

/** Where `count` tiles lie on a sheet: row by row, from the left. */
export interface SheetLayout {
  columns: number;
  rows: number;
}

/** The layout of a film strip: one row until it is as wide as it may be. */
export function stripLayout(count: number): SheetLayout {
  const columns = Math.max(1, Math.min(count, mostAcross));
  return { columns, rows: Math.max(1, Math.ceil(count / columns)) };
}

/** Pixels of a sheet. @throws {DataError} `sheet-size` when a side is longer than a sheet may have */
export function sizeOf({ columns, rows }: SheetLayout): { width: number; height: number } {
  if (!(columns >= 1 && rows >= 1 && columns <= mostAcross && rows <= mostAcross)) {
    throw new DataError('sheet-size', `a sheet has ${columns} × ${rows} tiles, at most ${mostAcross} fit a side`);
  }
  return { width: columns * tileSize, height: rows * tileSize };
}
