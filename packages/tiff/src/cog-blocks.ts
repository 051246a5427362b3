/** Width and height of blocks in cells: a multiple of 16 (TIFF revision 6.0, section 15). */
export const blockSize = 256;

/** The same for files of which single cells are read: to unpack such a block takes a sixteenth of the time. */
export const smallBlockSize = 64;

/** Number of blocks of a side that cover a number of cells along one axis. */
export function blocksAcross(cells: number, side: number): number {
  return Math.ceil(cells / side);
}
