import {
  isConstant as isConstantIn,
  type Box,
  type halvingRules,
  type Part,
  type PlanePart,
  type planesSizes,
  type Workspace,
} from '@severe/kernels';
import { blocksAcross } from '../cog-blocks.ts';

/** Packed codes, or colours of 32 bits. */
export type Cells = Uint16Array | Int32Array | Uint32Array;

/** Cells of a level, and the width and height of its blocks. */
export type LevelSize = Pick<Level, 'width' | 'height' | 'side'>;

/** One level of a pyramid: the cells of the image, or of an overview. */
export interface Level {
  width: number;
  height: number;
  /** Width and height of its blocks, in cells. */
  side: number;
  cells: Cells;
  /** For each block, row by row, whether all its cells are equal. */
  constant: boolean[];
  /** The memory of 16-bit cells, in which kernels work on them. */
  workspace?: LevelWorkspace;
}

/** The kernel workspace that all levels of a file share. */
export interface LevelWorkspace {
  space: Workspace;
  parts: Record<keyof typeof planesSizes, Part>;
  plane: PlanePart;
  /** How a level is reduced to half the size. */
  rule: keyof typeof halvingRules;
}

/** A level of these cells; finds its constant blocks. */
export function levelOf({ width, height, side }: LevelSize, cells: Cells, workspace?: LevelWorkspace): Level {
  const level: Level = { width, height, side, cells, constant: [], workspace };
  const blocks = blocksAcross(width, side) * blocksAcross(height, side);
  level.constant = Array.from({ length: blocks }, (_, index) => isConstantBlock(level, boxOf(level, index)));
  return level;
}

/** The cells of block `index` that lie on the level. */
export function boxOf({ width, height, side }: LevelSize, index: number): Box {
  const across = blocksAcross(width, side);
  const left = (index % across) * side;
  const top = Math.floor(index / across) * side;
  return { top, bottom: Math.min(top + side, height), left, right: Math.min(left + side, width) };
}

function isConstantBlock({ cells, width, workspace }: Level, box: Box): boolean {
  return workspace ? isConstantIn(workspace.space, workspace.plane, box) : isConstant(cells, width, box);
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

/** Copies block `index` of a level into `block`. Cells outside the level repeat the block's first cell. */
export function copyBlock(level: Level, index: number, block: Cells): void {
  const { width, side, cells } = level;
  const { top, bottom, left, right } = boxOf(level, index);
  if (right - left < side || bottom - top < side) block.fill(cells[top * width + left]);
  for (let row = top; row < bottom; row++) {
    block.set(cells.subarray(row * width + left, row * width + right), (row - top) * side);
  }
}
