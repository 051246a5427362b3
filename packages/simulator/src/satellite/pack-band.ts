import { packChunk } from '../netcdf/chunks.ts';
import { cellsPerDrawnCell } from './canvas.ts';
import { eastGrid } from './grid.ts';
import { fillCode } from './draw-bands.ts';

/** Length of a chunk along both axes, cells. */
export const chunkSize = 250;

const { width, height } = eastGrid;
const half = chunkSize / cellsPerDrawnCell;
const stride = width / cellsPerDrawnCell + 1;

/** The chunks of a band on the full grid. Cells between drawn cells get the mean of their neighbours. */
export function packBand(drawn: Uint16Array): Uint8Array[] {
  const chunk = new Uint16Array(chunkSize * chunkSize);
  const chunks: Uint8Array[] = [];
  for (let row = 0; row < height; row += chunkSize) {
    for (let column = 0; column < width; column += chunkSize) {
      expand(drawn, (row / cellsPerDrawnCell) * stride + column / cellsPerDrawnCell, chunk);
      chunks.push(packChunk(chunk));
    }
  }
  return chunks;
}

/** Expands each drawn cell from `first` on to two by two cells. Cells outside the earth's disk are not averaged. */
function expand(drawn: Uint16Array, first: number, chunk: Uint16Array): void {
  for (let y = 0; y < half; y++) {
    let from = first + y * stride;
    let to = 2 * y * chunkSize;
    for (let x = 0; x < half; x++, from++, to += 2) {
      const here = drawn[from];
      const east = drawn[from + 1];
      const south = drawn[from + stride];
      const across = drawn[from + stride + 1];
      const none = here === fillCode || east === fillCode || south === fillCode || across === fillCode;
      chunk[to] = here;
      chunk[to + 1] = none ? here : (here + east) >> 1;
      chunk[to + chunkSize] = none ? here : (here + south) >> 1;
      chunk[to + chunkSize + 1] = none ? here : (here + east + south + across) >> 2;
    }
  }
}
