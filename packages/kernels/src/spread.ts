import type { Part, Workspace } from './workspace.ts';

/** Side of the block in pixels. */
const side = 256;

/** The cells of 256 pixels along an axis: `first[i]` to `last[i]`, for those in [`from`, `to`). */
export interface PixelSpans {
  first: Int32Array;
  last: Int32Array;
  from: number;
  to: number;
}

/** Parts for spreading, apart from the codes. */
export const spreadSizes = (width: number) => ({
  columns: 8 * side,
  rows: 8 * side,
  line: width + 16,
  block: side * side,
});

type SpreadParts = Record<keyof ReturnType<typeof spreadSizes>, Part>;

/**
 * Fills a block of 256 × 256 pixels with the largest code of the cells that each covers; 0 if it covers none.
 *
 * @param codes rows of `width` cells
 * @returns the pixels, valid until the next call
 */
export function spreadLargest(
  space: Workspace,
  codes: Part,
  width: number,
  columns: PixelSpans,
  rows: PixelSpans,
  parts: SpreadParts,
): Uint8Array {
  put(space, columns, parts.columns);
  put(space, rows, parts.rows);
  space.run.spreadLargest(
    codes.at,
    width,
    parts.columns.at,
    columns.from,
    columns.to,
    parts.rows.at,
    rows.from,
    rows.to,
    parts.line.at,
    parts.block.at,
  );
  return space.octets(parts.block);
}

function put(space: Workspace, { first, last }: PixelSpans, part: Part): void {
  const words = space.words(part);
  words.set(first);
  words.set(last, side);
}
