import type { FootprintsParts } from './footprints.ts';
import type { stepsRoom } from './steps.ts';
import type { Part, Workspace } from './workspace.ts';

/** Pixels of a side of a tile. */
const side = 256;

/** The part for the codes of a tile's pixels. */
export const tileRoom = { tile: side * side };

type MeansParts = Record<keyof typeof tileRoom | keyof typeof stepsRoom | 'codes' | 'packed', Part> &
  Pick<FootprintsParts, 'spans'>;

/**
 * Draws the pixels of a tile that take a single cell by its code, and those that take several by the code of their mean.
 *
 * @param parts  `codes` a byte and `packed` 16 bits for each cell, rows of `width`; `steps` as `putSteps` leaves them
 * @param absent the one of those that takes no part, if there is any
 * @returns a code for each pixel, 0 where it takes no cell, or all of several are absent
 */
export function drawMeans(
  space: Workspace,
  width: number,
  absent: number | undefined,
  { codes, packed, spans, steps, tile }: MeansParts,
): Uint8Array {
  space.run.drawMeans(codes.at, packed.at, width, absent ?? -1, spans.at, steps.at, tile.at);
  return space.octets(tile);
}
