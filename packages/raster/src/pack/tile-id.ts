import type { Tile } from '@severe/geo';

/** Ids stay exact in a double up to this level. */
const deepestLevel = 26;

/**
 * The id of a tile in a PMTiles archive: tiles of lower zooms come first, then those of its own zoom in the order of a
 * Hilbert curve, so that neighbours on the map are close in the file.
 *
 * @throws {RangeError} for a tile that does not exist
 * @see PMTiles specification version 3, section 4.1
 */
export function tileId({ z, x, y }: Tile): number {
  const side = 2 ** z;
  if (!(z >= 0 && z <= deepestLevel && x >= 0 && y >= 0 && x < side && y < side)) {
    throw new RangeError(`there is no tile ${z}/${x}/${y}`);
  }
  let id = (side * side - 1) / 3;
  let column = x;
  let row = y;
  // From the largest square inwards: the quarter of the tile, and the rotation of the curve inside that quarter.
  for (let half = side / 2; half >= 1; half /= 2) {
    const right = (column & half) > 0 ? 1 : 0;
    const below = (row & half) > 0 ? 1 : 0;
    id += half * half * ((3 * right) ^ below);
    if (below === 0) {
      if (right === 1) {
        column = half - 1 - column;
        row = half - 1 - row;
      }
      [column, row] = [row, column];
    }
  }
  return id;
}
