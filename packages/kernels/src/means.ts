import type { FootprintsParts } from './footprints.ts';
import type { Part, Workspace } from './workspace.ts';

/** Pixels of a side of a tile. */
const side = 256;

/** The parts for the pixels of a tile: a code each, and what the cells of one hold on average. */
export const meansRoom = { tile: side * side, means: 8 * side * side };

type MeansParts = Record<keyof typeof meansRoom | 'codes' | 'packed', Part> & Pick<FootprintsParts, 'spans'>;

/**
 * Draws the pixels of a tile that take a single cell, and averages the cells of others.
 *
 * @param parts  `codes` a byte and `packed` 16 bits for each cell, rows of `width`
 * @param absent the one of those that takes no part, if there is any
 * @returns a code for each pixel, 0 where it takes no cell or several; of the latter their `means`, −1 where all are
 *          absent and for all other pixels; no means where no pixel takes several
 */
export function meansOfCells(
  space: Workspace,
  width: number,
  absent: number | undefined,
  { codes, packed, spans, tile, means }: MeansParts,
): { codes: Uint8Array; means: Float64Array | undefined } {
  const any = space.run.meansOfCells(codes.at, packed.at, width, absent ?? -1, spans.at, tile.at, means.at);
  return { codes: space.octets(tile), means: any ? space.doubles(means) : undefined };
}
