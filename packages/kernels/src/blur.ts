import { borrowParts, giveBack } from './pool.ts';
import type { Part, Workspace } from './workspace.ts';

/** Numbers on a grid, row by row. */
interface Plane {
  width: number;
  height: number;
  values: Float32Array;
}

/** Replaces numbers by the mean of those within a radius, along both sides, some times in turn. Beyond the edge is zero. */
export function meansWithin({ width, height, values }: Plane, radius: number, passes: number): void {
  const bytes = 4 * values.length;
  const { space, parts } = borrowParts({ one: bytes, other: bytes, line: meansLineSize(width, radius) });
  space.floats(parts.one).set(values);
  meansWithinPart(space, parts.one, { width, height }, { radius, passes }, parts);
  values.set(space.floats(parts.one));
  giveBack(space);
}

/** Bytes of the working memory for a row of means within a radius. */
export const meansLineSize = (width: number, radius: number): number => 4 * (width + 2 * radius);

/**
 * The same of numbers in a workspace, with room for three more.
 *
 * @param room working memory: another plane, and a line
 */
export function meansWithinPart(
  space: Workspace,
  plane: Part,
  { width, height }: Pick<Plane, 'width' | 'height'>,
  { radius, passes }: { radius: number; passes: number },
  { other, line }: Record<'other' | 'line', Part>,
): void {
  if (radius === 0) return;
  let [from, into] = [plane.at, other.at];
  for (let pass = 0; pass < passes; pass++) {
    space.run.meansAlong(from, width, height, radius, line.at);
    space.run.meansAcross(from, width, height, radius, into);
    [from, into] = [into, from];
  }
  if (from !== plane.at) space.octets(plane).set(space.octets({ at: from, length: plane.length }));
}

/** Bytes of the working memory for planes of a width. */
export const meansOfThreeSize = (width: number): number => 16 * width + 256;

/**
 * Replaces the numbers of a plane by means of three in both directions. Beyond the edge is what is at it.
 *
 * @param side weight of each neighbour
 * @param line working memory
 */
export function meansOfThree(
  space: Workspace,
  plane: Part,
  { width, height }: Pick<Plane, 'width' | 'height'>,
  side: number,
  line: Part,
): void {
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
