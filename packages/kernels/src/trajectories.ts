import type { Part, Workspace } from './workspace.ts';

/** Where the cells of a grid come from: how far east and south, planes of 32-bit floats. */
type OriginParts = Record<'x' | 'y', Part>;

/**
 * Follows a motion backwards for one step by the midpoint rule.
 *
 * @param factor how much of the motion is one cell of its grid
 * @param time   length of the step
 * @param origins are moved in place
 */
export function stepBack(
  space: Workspace,
  { width, height, factor }: { width: number; height: number; factor: number },
  time: number,
  { u, v }: Record<'u' | 'v', Part>,
  { x, y }: OriginParts,
): void {
  space.run.stepBack(u.at, v.at, width, height, 1 / factor, time, x.at, y.at);
}

/**
 * Puts a step behind others: where the origins of a step come from.
 *
 * @param step  origins of the step, on a grid; `behind`: of those before it, `into`: of both
 */
export function compose(
  space: Workspace,
  { width, height, factor }: { width: number; height: number; factor: number },
  step: OriginParts,
  behind: OriginParts,
  into: OriginParts,
): void {
  const { run } = space;
  run.compose(step.x.at, step.y.at, width, height, 1 / factor, behind.x.at, behind.y.at, into.x.at, into.y.at);
}
