/** Width and height of the blocks that are written, in cells. */
export const blockSize = 256;

/** Number of blocks that cover a number of cells along one axis. */
export function blocksAcross(cells: number, side = blockSize): number {
  return Math.ceil(cells / side);
}
