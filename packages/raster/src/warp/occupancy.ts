import { cellsPerMark, type Painted } from '../paint/codes.ts';

/** Side of a block in cells, as an exponent of two. */
export const blockBits = 5;

/** Blocks of cells that have visible codes; clear blocks are skipped. */
export interface Occupancy {
  /** Whether any block that these cells (inclusive) touch has a code other than 0. */
  any: (firstColumn: number, lastColumn: number, firstRow: number, lastRow: number) => boolean;
}

export function occupancyOf({ marks }: Pick<Painted, 'marks'>, width: number, height: number): Occupancy {
  const across = (width >> blockBits) + 1;
  const blocks = new Uint8Array(across * ((height >> blockBits) + 1));
  for (let i = 0; i < marks.length; i++) if (marks[i]) markRun(i * cellsPerMark, width, height, across, blocks);
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

/** Marks the blocks of the cells of one mark; they may continue in the next row. */
function markRun(start: number, width: number, height: number, across: number, blocks: Uint8Array): void {
  const end = Math.min(start + cellsPerMark, width * height);
  for (let cell = start; cell < end;) {
    const row = Math.floor(cell / width);
    const last = Math.min(end, (row + 1) * width) - 1;
    const first = (row >> blockBits) * across;
    blocks.fill(1, first + ((cell - row * width) >> blockBits), first + ((last - row * width) >> blockBits) + 1);
    cell = last + 1;
  }
}
