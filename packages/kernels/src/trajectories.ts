import type { Part, Workspace } from './workspace.ts';

/** Grid of a motion or of origins. */
interface Grid {
  width: number;
  height: number;
  /** How much of the motion is one cell of it. */
  factor: number;
}

/** Bytes of pairs of the cells of a grid. */
export const pairsSize = ({ width, height }: Pick<Grid, 'width' | 'height'>): number => 8 * width * height + 24;

/** Puts the numbers of two planes side by side, 32-bit floats. */
export function pairUp(space: Workspace, first: Part, second: Part, count: number, into: Part): void {
  space.run.pairUp(first.at, second.at, count, into.at);
}

/**
 * Follows a motion backwards for one step by the midpoint rule.
 *
 * @param time    length of the step
 * @param motion  pairs: eastwards and southwards
 * @param origins pairs, how far east and south; they are moved in place
 */
export function stepBack(
  space: Workspace,
  { width, height, factor }: Grid,
  time: number,
  motion: Part,
  origins: Part,
): void {
  space.run.stepBack(motion.at, width, height, 1 / factor, time, origins.at);
}

/**
 * Puts a step behind others: where the origins of a step come from.
 *
 * @param step pairs of the origins of the step, on a grid; `behind`: of those before it
 * @param into pairs of both, and the same as two planes
 */
export function compose(
  space: Workspace,
  { width, height, factor }: Grid,
  { step, behind }: Record<'step' | 'behind', Part>,
  { pairs, x, y }: Record<'pairs' | 'x' | 'y', Part>,
): void {
  space.run.compose(step.at, width, height, 1 / factor, behind.at, pairs.at, x.at, y.at);
}
