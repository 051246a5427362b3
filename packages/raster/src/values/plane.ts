import { blocksAcross, blockSize } from './tiff.ts';

/** Packed codes, or colours as words. */
export type Cells = Uint16Array | Int32Array | Uint32Array;

/** One level of a pyramid: the cells of the grid, or of a coarser copy. */
export interface Plane {
  width: number;
  height: number;
  cells: Cells;
  /** For each block, row by row, whether all of its cells are the same. */
  constant: boolean[];
}

/** A plane of these cells, with its constant blocks found. */
export function planeOf(width: number, height: number, cells: Cells): Plane {
  const constant: boolean[] = [];
  for (let row = 0; row < height; row += blockSize) {
    for (let column = 0; column < width; column += blockSize) {
      constant.push(
        isConstant(cells, width, row, Math.min(row + blockSize, height), column, Math.min(column + blockSize, width)),
      );
    }
  }
  return { width, height, cells, constant };
}

function isConstant(cells: Cells, width: number, top: number, bottom: number, left: number, right: number): boolean {
  const first = cells[top * width + left];
  for (let row = top; row < bottom; row++) {
    const end = row * width + right;
    for (let i = row * width + left; i < end; i++) if (cells[i] !== first) return false;
  }
  return true;
}

/** A cell array of the same kind. */
export function cellsLike(cells: Cells, length: number): Cells {
  if (cells instanceof Uint16Array) return new Uint16Array(length);
  return cells instanceof Int32Array ? new Int32Array(length) : new Uint32Array(length);
}

/** Copies block `index` of a plane into `block`; what lies outside the plane repeats the block's first cell. */
export function copyBlock({ width, height, cells }: Plane, index: number, block: Cells): void {
  const across = blocksAcross(width);
  const left = (index % across) * blockSize;
  const top = Math.floor(index / across) * blockSize;
  const right = Math.min(left + blockSize, width);
  const bottom = Math.min(top + blockSize, height);
  if (right - left < blockSize || bottom - top < blockSize) block.fill(cells[top * width + left]);
  for (let row = top; row < bottom; row++) {
    block.set(cells.subarray(row * width + left, row * width + right), (row - top) * blockSize);
  }
}
