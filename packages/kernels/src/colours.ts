import type { FootprintsParts } from './footprints.ts';
import type { Part, Workspace } from './workspace.ts';

/** Pixels of a side of a tile. */
const side = 256;

/** The parts for the colours of a tile, which are words with red in the lowest octet, and for its rows of PNG. */
export const coloursRoom = {
  words: 4 * side * side + 32,
  lines: 2 * (4 * side + 32),
  rows: side * (1 + 4 * side),
};

export type ColoursParts = Record<keyof typeof coloursRoom, Part>;

/**
 * Colours the pixels of a tile from the cells of a picture, in `words`: the average of all cells of a pixel, or what lies
 * between the four next to its centre where it takes a single one.
 *
 * @param cells a word each, rows of `width`
 */
export function mixColours(
  space: Workspace,
  cells: Part,
  { width, height }: { width: number; height: number },
  { spans, centreColumns, centreRows, words }: FootprintsParts & Pick<ColoursParts, 'words'>,
): void {
  space.run.mixColours(cells.at, width, height, spans.at, centreColumns.at, centreRows.at, words.at);
}

/** The least and the largest alpha of the colours of a tile. */
export function alphaRange(space: Workspace, words: Part): [least: number, most: number] {
  const both = space.run.alphaRange(words.at);
  return [both & 255, both >>> 8];
}

/**
 * The colours of a tile as rows of PNG, each behind the number of its filter, which is Paeth's.
 *
 * @param octets 4 of each pixel, or 3 without its alpha
 * @returns the rows, where they lie until the next call
 */
export function filterColours(space: Workspace, octets: 3 | 4, { words, lines, rows }: ColoursParts): Uint8Array {
  space.run.filterColours(words.at, octets, lines.at, rows.at);
  return space.octets({ at: rows.at, length: side * (1 + side * octets) });
}
