import type { Part, Workspace } from './workspace.ts';

const wholes = 65_536;
const mostBands = 256;

/** The part for the bands of values. */
export const stepsRoom = { steps: wholes + 8 * mostBands + mostBands + 8 };

/** Which band, and so which code, a value has; a mean may lie between whole values. */
export interface Steps {
  /** The band of every whole value from 0 to 65535. */
  bandOfWhole: Uint8Array;
  /** Where band 1 begins, and each after it, in ascending order. */
  from: Float64Array;
  /** The code of each band, of 0 too. */
  codeOfBand: Uint8Array;
}

/** Lays bands where kernels look for them. */
export function putSteps(space: Workspace, { at }: Part, { bandOfWhole, from, codeOfBand }: Steps): void {
  const edgesAt = at + wholes;
  const codesAt = edgesAt + 8 * mostBands;
  space.octets({ at, length: wholes }).set(bandOfWhole);
  space.doubles({ at: edgesAt, length: 8 * mostBands }).set(from);
  space.octets({ at: codesAt, length: mostBands }).set(codeOfBand);
  space.words({ at: codesAt + mostBands, length: 4 })[0] = from.length;
}
