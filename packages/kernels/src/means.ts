import type { FootprintsParts } from './footprints.ts';
import type { stepsSizes } from './steps.ts';
import type { Part, Workspace } from './workspace.ts';

/** Side of a tile in pixels. */
const side = 256;

/** Part for the codes of a tile's pixels. */
export const meansSizes = { tile: side * side };

type MeansParts = Record<keyof typeof meansSizes | keyof typeof stepsSizes | 'codes' | 'packed', Part> &
  Pick<FootprintsParts, 'spans'>;

/**
 * Draws the pixels of a tile: the code of a single cell, or the code of the mean of several cells.
 *
 * @param parts  `codes`: a byte per cell, `packed`: 16 bits per cell, in rows of `width`; `steps` from `putSteps`
 * @param absent packed value that is excluded from means, if any
 * @returns a code per pixel; 0 if it covers no cell or only absent cells
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
