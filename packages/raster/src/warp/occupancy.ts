/** Side of the blocks that are summarised, in cells, as a power of two. */
const blockBits = 6;

/** Which blocks of cells hold anything that may be drawn, so that clear regions are passed over unread. */
export interface Occupancy {
  /** Whether any block that these cells (inclusive) touch holds a code other than 0. */
  any(firstColumn: number, lastColumn: number, firstRow: number, lastRow: number): boolean;
}

export function occupancyOf(codes: Uint8Array, width: number, height: number): Occupancy {
  const across = (width >> blockBits) + 1;
  const blocks = new Uint8Array(across * ((height >> blockBits) + 1));
  for (let row = 0; row < height; row++) {
    markRow(codes, row * width, width, blocks, (row >> blockBits) * across);
  }
  return {
    any(firstColumn, lastColumn, firstRow, lastRow) {
      for (let row = firstRow >> blockBits; row <= lastRow >> blockBits; row++) {
        for (let column = firstColumn >> blockBits; column <= lastColumn >> blockBits; column++) {
          if (blocks[row * across + column]) return true;
        }
      }
      return false;
    },
  };
}

function markRow(codes: Uint8Array, start: number, width: number, blocks: Uint8Array, at: number): void {
  for (let column = 0, block = at; column < width; column += 1 << blockBits, block++) {
    if (blocks[block]) continue; // an earlier row has marked it
    const end = start + Math.min(width, column + (1 << blockBits));
    let all = 0;
    for (let i = start + column; i < end; i++) all |= codes[i];
    blocks[block] = all;
  }
}
