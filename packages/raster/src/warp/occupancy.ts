/** Side of the blocks that are summarised, in cells, as a power of two. */
export const blockBits = 5;

/** Which blocks of cells hold anything that may be drawn, so that clear regions are passed over unread. */
export interface Occupancy {
  /** Whether any block that these cells (inclusive) touch holds a code other than 0. */
  any: (firstColumn: number, lastColumn: number, firstRow: number, lastRow: number) => boolean;
}

export function occupancyOf(codes: Uint8Array, width: number, height: number): Occupancy {
  const across = (width >> blockBits) + 1;
  const blocks = new Uint8Array(across * ((height >> blockBits) + 1));
  markBlocks(codes, width, across, blocks);
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

/** Reads four codes at a time. Four that lie across the end of a row mark the block of the first and of the last. */
function markBlocks(codes: Uint8Array, width: number, across: number, blocks: Uint8Array): void {
  const words = new Uint32Array(codes.buffer, codes.byteOffset, codes.length >> 2);
  const mark = (cell: number) => {
    const row = Math.floor(cell / width);
    blocks[(row >> blockBits) * across + ((cell - row * width) >> blockBits)] = 1;
  };
  for (let i = 0; i < words.length; i++) {
    if (words[i] === 0) continue;
    mark(4 * i);
    mark(4 * i + 3);
  }
  for (let i = 4 * words.length; i < codes.length; i++) if (codes[i]) mark(i);
}
