import type { FootprintsParts } from './footprints.ts';
import type { Part, Workspace } from './workspace.ts';

/** Side of a tile in pixels. */
const side = 256;

/** Parts for the colours of a tile (words with red in the lowest octet) and for its PNG rows. */
export const colourKernelSizes = {
  words: 4 * side * side + 32,
  lines: 2 * (4 * side + 32),
  rows: side * (1 + 4 * side),
};

export type ColoursParts = Record<keyof typeof colourKernelSizes, Part>;

/**
 * Colours the pixels of a tile from the cells of an image, into `words`: the average of all cells of a pixel, or bilinear
 * interpolation of the four cells next to its centre if it covers a single cell.
 *
 * @param cells a word per cell, in rows of `width`
 */
export function mixColours(
  space: Workspace,
  cells: Part,
  { width, height }: { width: number; height: number },
  { spans, centreColumns, centreRows, words }: FootprintsParts & Pick<ColoursParts, 'words'>,
): void {
  space.run.mixColours(cells.at, width, height, spans.at, centreColumns.at, centreRows.at, words.at);
}

/** The minimum and maximum alpha of the colours of a tile. */
export function alphaRange(space: Workspace, words: Part): [least: number, most: number] {
  const both = space.run.alphaRange(words.at);
  return [both & 255, both >>> 8];
}

/**
 * The colours of a tile as PNG rows with the Paeth filter; each row starts with its filter type.
 *
 * @param octets octets per pixel: 4, or 3 without alpha
 * @returns the rows, valid until the next call
 */
export function filterColours(space: Workspace, octets: 3 | 4, { words, lines, rows }: ColoursParts): Uint8Array {
  space.run.filterColours(words.at, octets, lines.at, rows.at);
  return space.octets({ at: rows.at, length: side * (1 + side * octets) });
}
