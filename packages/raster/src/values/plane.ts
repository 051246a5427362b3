import {
  isConstant as isConstantIn,
  type Box,
  type halvingRules,
  type Part,
  type PlanePart,
  type planesRoom,
  type Workspace,
} from '@severe/kernels';
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
  /** Where the cells lie, of planes of 16 bits: kernels work on them there. */
  desk?: PlaneDesk;
}

/** The workspace of all planes of a file. */
export interface PlaneDesk {
  space: Workspace;
  parts: Record<keyof typeof planesRoom, Part>;
  plane: PlanePart;
  /** How a plane becomes one of half the size. */
  rule: keyof typeof halvingRules;
}

/** A plane of these cells, with its constant blocks found. */
export function planeOf(width: number, height: number, cells: Cells, desk?: PlaneDesk): Plane {
  const plane: Plane = { width, height, cells, constant: [], desk };
  const blocks = blocksAcross(width) * blocksAcross(height);
  plane.constant = Array.from({ length: blocks }, (_, index) => isConstantBlock(plane, boxOf(plane, index)));
  return plane;
}

/** The cells of block `index`, as far as they are on the plane. */
export function boxOf({ width, height }: Pick<Plane, 'width' | 'height'>, index: number): Box {
  const across = blocksAcross(width);
  const left = (index % across) * blockSize;
  const top = Math.floor(index / across) * blockSize;
  return { top, bottom: Math.min(top + blockSize, height), left, right: Math.min(left + blockSize, width) };
}

function isConstantBlock({ cells, width, desk }: Plane, box: Box): boolean {
  return desk ? isConstantIn(desk.space, desk.plane, box) : isConstant(cells, width, box);
}

function isConstant(cells: Cells, width: number, { top, bottom, left, right }: Box): boolean {
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
export function copyBlock(plane: Plane, index: number, block: Cells): void {
  const { width, cells } = plane;
  const { top, bottom, left, right } = boxOf(plane, index);
  if (right - left < blockSize || bottom - top < blockSize) block.fill(cells[top * width + left]);
  for (let row = top; row < bottom; row++) {
    block.set(cells.subarray(row * width + left, row * width + right), (row - top) * blockSize);
  }
}
