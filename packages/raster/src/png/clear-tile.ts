import { deflateSync } from 'node:zlib';
import { tileSize } from '@severe/geo';
import { fileOf } from './indexed.ts';

/** The one fully transparent tile: a 256 × 256 PNG of one bit a pixel. */
export const clearTile: Uint8Array = fileOf(
  [[0, 0, 0, 0]],
  1,
  deflateSync(new Uint8Array((tileSize / 8 + 1) * tileSize), { level: 9 }),
);
