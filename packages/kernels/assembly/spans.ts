/** The pixels of a tile, and where their cells are told: which cells lie under each pixel. */
export const PIXELS: usize = 256 * 256;

/** One behind the other: the first and the last column, the first and the last row of each pixel, numbers of 32 bits. */
export const LAST_COLUMN: usize = 4 * PIXELS;
export const FIRST_ROW: usize = 2 * 4 * PIXELS;
export const LAST_ROW: usize = 3 * 4 * PIXELS;
