import type { Part, Workspace } from './workspace.ts';

interface Size {
  width: number;
  height: number;
}

/** Means within a radius, some times in turn. */
export interface Means {
  radius: number;
  passes: number;
}

/** Columns that the kernel works on together. */
const stripe = 32;

/** Bytes of the working memory for means within a radius. */
export const meansLineSize = ({ width, height }: Size, radius: number): number =>
  2 * Math.max(4 * (width + 2 * radius) + 32, 4 * stripe * height);

/**
 * Replaces numbers by the mean of those within a radius, along both sides, some times in turn. Beyond the edge is zero.
 *
 * @param line working memory
 */
export function meansWithin(
  space: Workspace,
  plane: Part,
  { width, height }: Size,
  { radius, passes }: Means,
  line: Part,
): void {
  if (radius > 0) space.run.meansWithin(plane.at, width, height, radius, passes, line.at);
}

/** Bytes of the working memory for planes of a width. */
export const meansOfThreeSize = (width: number): number => 16 * width + 256;

/**
 * Replaces the numbers of a plane by means of three in both directions. Beyond the edge is what is at it.
 *
 * @param side weight of each neighbour
 * @param line working memory
 */
export function meansOfThree(space: Workspace, plane: Part, { width, height }: Size, side: number, line: Part): void {
  space.run.meansOfThree(plane.at, width, height, side, line.at);
}

/**
 * Shares in whole percent.
 *
 * @param shares 32-bit floats
 * @param known  the greatest share that is possible in each cell
 * @param least  of it; below, the percentage is `unknown`
 * @param into   16 bits for each
 */
export function percentages(
  space: Workspace,
  shares: Part,
  known: Part,
  { least, unknown }: { least: number; unknown: number },
  into: Part,
): void {
  space.run.percentages(shares.at, known.at, shares.length >> 2, least, unknown, into.at);
}
