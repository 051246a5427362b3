import type { Workspace } from './workspace.ts';

/** Summary of the codes that are not excluded; `min` and `max` are undefined if `present` is 0. */
export interface Summary {
  min: number;
  max: number;
  sum: number;
  present: number;
}

/**
 * Minimum, maximum and sum of codes in a workspace.
 *
 * @param left up to two codes to exclude
 */
export function summariseShorts(space: Workspace, codes: Uint16Array, left: number[]): Summary {
  const { scratch } = space;
  space.shorts(scratch).set(left);
  space.run.summariseShorts(codes.byteOffset, codes.length, left.length, scratch.at);
  return readSummary(space);
}

/** The same for 32-bit codes, without exclusion. */
export function summariseLongs(space: Workspace, codes: Int32Array): Summary {
  space.run.summariseLongs(codes.byteOffset, codes.length, space.scratch.at);
  return readSummary(space);
}

function readSummary(space: Workspace): Summary {
  const [min, max] = space.words(space.scratch);
  const [, present, sum] = space.doubles(space.scratch);
  return { min, max, sum, present };
}
