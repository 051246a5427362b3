import type { Workspace } from './workspace.ts';

/** Of what is not left out; `min` and `max` mean nothing where that is none. */
export interface Summary {
  min: number;
  max: number;
  sum: number;
  present: number;
}

/**
 * Minimum, maximum and sum of codes in a workspace.
 *
 * @param left one or two codes that are left out, or none
 */
export function summariseShorts(space: Workspace, codes: Uint16Array, left: number[]): Summary {
  const { scratch } = space;
  space.shorts(scratch).set(left);
  space.run.summariseShorts(codes.byteOffset, codes.length, left.length, scratch.at);
  const [min, max] = space.words(scratch);
  const [, present, sum] = space.doubles(scratch);
  return { min, max, sum, present };
}
