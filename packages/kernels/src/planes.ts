import { deflate, deflateRoom } from './deflate.ts';
import type { Part, Workspace } from './workspace.ts';

/** Cells of a side of a block. */
const side = 256;
const blockBytes = 2 * side * side;

/** A plane of 16-bit cells in a workspace. */
export interface PlanePart extends Part {
  width: number;
  height: number;
}

/** Rows and columns of a plane: from the first to before the second. */
export interface Box {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** How four cells become one: the one that is worth most, the mean of all, or of those that are worth 0 or more. */
export const halvingRules = { best: 0, mean: 1, 'mean of present': 2 } as const;

/** The parts that work on planes needs besides them. */
export const planesRoom = { worth: 8 * 65_536, block: blockBytes, ...deflateRoom(blockBytes) };

type PlanesParts = Record<keyof typeof planesRoom, Part>;

/** Whether all cells of a box are the same. */
export function isConstant(space: Workspace, { at, width }: PlanePart, { top, bottom, left, right }: Box): boolean {
  return space.run.isConstant(at, width, top, bottom, left, right) !== 0;
}

/**
 * Writes a box of a plane of half the size (rounded up). On an odd edge the last row or column counts twice.
 *
 * @param worth what each code is worth, 65536 floats of 64 bits; of equals the first is taken
 */
export function halveBox(
  space: Workspace,
  plane: PlanePart,
  half: PlanePart,
  { top, bottom, left, right }: Box,
  worth: Part,
  rule: keyof typeof halvingRules,
): void {
  const { at, width, height } = plane;
  const number = halvingRules[rule];
  space.run.halveBox(at, width, height, half.at, half.width, top, bottom, left, right, worth.at, number);
}

/**
 * Packs a box of at most 256 × 256 cells as one block of that size to a zlib stream; what is left of the block repeats
 * the box's first cell.
 *
 * @param differences whether each cell is given as the difference to the one to its left (TIFF revision 6.0, section 14)
 * @returns the stream, where it lies until the next call
 */
export function deflateBox(
  space: Workspace,
  { at, width }: PlanePart,
  { top, bottom, left, right }: Box,
  differences: boolean,
  parts: PlanesParts,
): Uint8Array {
  space.run.copyBox(at, width, top, bottom, left, right, parts.block.at);
  if (differences) space.run.takeDifferences(parts.block.at);
  return deflate(space, parts.block, { stride: 2 * side, unit: 2 }, parts);
}
