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
  return readSummary(space);
}

/** The same of codes of 32 bits, none of which is left out. */
export function summariseLongs(space: Workspace, codes: Int32Array): Summary {
  space.run.summariseLongs(codes.byteOffset, codes.length, space.scratch.at);
  return readSummary(space);
}

function readSummary(space: Workspace): Summary {
  const [min, max] = space.words(space.scratch);
  const [, present, sum] = space.doubles(space.scratch);
  return { min, max, sum, present };
}
