/** Number of pixels of a tile. */
export const pixels: usize = 256 * 256;

/** Offsets of the lists of 32-bit numbers after the first columns: last column, first row and last row of each pixel. */
export const lastColumnAt: usize = 4 * pixels;
export const firstRowAt: usize = 2 * 4 * pixels;
export const lastRowAt: usize = 3 * 4 * pixels;
