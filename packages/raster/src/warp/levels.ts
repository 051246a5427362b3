/**
 * Overviews on the pixels of the map, for reductions in which a set of cells has the largest of their codes.
 *
 * A pixel covers exactly four pixels of the next zoom, so it touches the cells that its four children touch, and no
 * others. Once one level is drawn from the cells, every pixel above is the largest of its four children, which equals
 * reading the cells.
 */
import { type Bounds, type Tile, tileRange, tileSize } from '@severe/geo';
import type { Codes } from '../paint/codes.ts';

/** The codes of whole tiles of a zoom as one image; tile (`minX`, `minY`) is the north-western one. */
export interface Level {
  minX: number;
  minY: number;
  width: number;
  height: number;
  codes: Uint8Array;
}

/** Draws a tile's codes into `out` from `start`, rows `stride` apart; `out` must be clear. False if it remains clear. */
export type DrawInto = (tile: Tile, out: Codes, start: number, stride: number) => boolean;

function emptyLevel(bounds: Bounds, z: number): Level {
  const { minX, maxX, minY, maxY } = tileRange(bounds, z);
  const width = (maxX - minX + 1) * tileSize;
  const height = (maxY - minY + 1) * tileSize;
  return { minX, minY, width, height, codes: new Uint8Array(width * height) };
}

/** The deepest level, drawn from the cells. */
export function baseLevel(bounds: Bounds, z: number, drawInto: DrawInto): Level {
  const level = emptyLevel(bounds, z);
  for (let y = 0; y * tileSize < level.height; y++) {
    for (let x = 0; x * tileSize < level.width; x++) {
      const start = y * tileSize * level.width + x * tileSize;
      drawInto({ z, x: level.minX + x, y: level.minY + y }, level.codes, start, level.width);
    }
  }
  return level;
}

/** The level above: each pixel the largest of its four children. */
export function levelAbove(child: Level, bounds: Bounds, z: number): Level {
  const level = emptyLevel(bounds, z);
  // Start of the child in pixels of the level; it may be in the middle of a tile.
  const left = (child.minX * tileSize) / 2 - level.minX * tileSize;
  const top = (child.minY * tileSize) / 2 - level.minY * tileSize;
  for (let y = 0; y < child.height; y++) {
    halveRow(child.codes, y * child.width, child.width, level.codes, (top + (y >> 1)) * level.width + left);
  }
  return level;
}

/** Reads four pixels at once, since most are clear. */
function halveRow(from: Uint8Array, start: number, width: number, to: Uint8Array, at: number): void {
  const words = new Uint32Array(from.buffer, from.byteOffset + start, width >> 2);
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    if (word === 0) continue;
    const left = Math.max(word & 255, (word >>> 8) & 255);
    const right = Math.max((word >>> 16) & 255, word >>> 24);
    const x = at + 2 * i;
    if (left > to[x]) to[x] = left;
    if (right > to[x + 1]) to[x + 1] = right;
  }
}

/** Copies a tile from a level; false if the level does not have it. */
export function copyTile(level: Level, { x, y }: Tile, out: Codes): boolean {
  const left = (x - level.minX) * tileSize;
  const top = (y - level.minY) * tileSize;
  if (left < 0 || top < 0 || left >= level.width || top >= level.height) return false;
  for (let row = 0; row < tileSize; row++) {
    const start = (top + row) * level.width + left;
    out.set(level.codes.subarray(start, start + tileSize), row * tileSize);
  }
  return true;
}
