import { deflate, deflateSizes } from './deflate.ts';
import type { Part, Workspace } from './workspace.ts';

/** The largest side of a block in cells. */
const mostSide = 256;
const blockBytes = 2 * mostSide * mostSide;

/** A plane of 16-bit cells in a workspace. */
export interface PlanePart extends Part {
  width: number;
  height: number;
}

/** Rows and columns of a plane; `bottom` and `right` are exclusive. */
export interface Box {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/**
 * Reduction of four cells: the cell of highest worth, the mean of all, or the mean of those with worth from 0. `greatest` is `best`, if
 * of the codes that are not absent a greater one has a higher worth; it takes less time.
 */
export const halvingRules = { best: 0, mean: 1, 'mean of present': 2, greatest: 3 } as const;

/** More absent codes take longer than looking up their worth. */
export const mostAbsentOfGreatest = 8;

/** Parts for planes, apart from the planes. */
export const planesSizes = {
  worth: 8 * 65_536,
  absent: 4 * (1 + mostAbsentOfGreatest),
  block: blockBytes,
  ...deflateSizes(blockBytes),
};

type PlanesParts = Record<keyof typeof planesSizes, Part>;

/** Whether all cells of a box are equal. */
export function isConstant(space: Workspace, { at, width }: PlanePart, { top, bottom, left, right }: Box): boolean {
  return space.run.isConstant(at, width, top, bottom, left, right) !== 0;
}

/**
 * Writes a box of the plane at half size (rounded up). On an odd edge the last row or column is counted twice.
 *
 * @param parts of which `worth` has the worth of each code, 65,536 doubles, and `absent` what `putAbsentOfGreatest` wrote; of codes of
 *              equal worth the first is used
 */
export function halveBox(
  space: Workspace,
  plane: PlanePart,
  half: PlanePart,
  { top, bottom, left, right }: Box,
  { worth, absent }: Pick<PlanesParts, 'worth' | 'absent'>,
  rule: keyof typeof halvingRules,
): void {
  const { at, width, height } = plane;
  const number = halvingRules[rule];
  space.run.halveBox(at, width, height, half.at, half.width, top, bottom, left, right, worth.at, absent.at, number);
}

/** Writes the absent codes of the rule `greatest`, at most `mostAbsentOfGreatest`. */
export function putAbsentOfGreatest(space: Workspace, part: Part, absent: readonly number[]): void {
  space.words(part).set([absent.length, ...absent]);
}

/**
 * Compresses a box as one square block to a zlib stream; the rest of the block repeats the first cell of the box.
 *
 * @param side        of the block in cells: a multiple of 8, at most 256
 * @param differences whether to store horizontal differences (TIFF revision 6.0, section 14)
 * @returns the stream, valid until the next call
 */
export function deflateBox(
  space: Workspace,
  { at, width }: PlanePart,
  { top, bottom, left, right }: Box,
  { side, differences }: { side: number; differences: boolean },
  parts: PlanesParts,
): Uint8Array {
  space.run.copyBox(at, width, top, bottom, left, right, parts.block.at, side);
  if (differences) space.run.takeDifferences(parts.block.at, side);
  const block = { at: parts.block.at, length: 2 * side * side };
  return deflate(space, block, { stride: 2 * side, unit: 2 }, parts);
}
