import type { Tile } from '@severe/geo';
import type { Codes } from '../paint/codes.ts';

/** Writes the 256 × 256 codes of a tile, row by row from the north-west; false if all are 0. */
export type Warp = (tile: Tile, out: Codes) => boolean;
