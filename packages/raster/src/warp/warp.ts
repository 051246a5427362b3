import type { Tile } from '@severe/geo';

/** Writes the 256 × 256 codes of a tile, row by row from the north-west; false when it can hold nothing but 0. */
export type Warp = (tile: Tile, out: Uint8Array) => boolean;
