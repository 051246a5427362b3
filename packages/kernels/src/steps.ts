import type { Part, Workspace } from './workspace.ts';

const wholes = 65_536;
const maxBands = 256;

/** Part for the bands of values. */
export const stepsSizes = { steps: wholes + 8 * maxBands + maxBands + 8 };

/** Maps values to bands and codes; a mean can be between whole values. */
export interface Steps {
  /** The band of every whole value from 0 to 65535. */
  bandOfWhole: Uint8Array;
  /** Lower edges of band 1 and the following bands, ascending. */
  from: Float64Array;
  /** The code of each band, from band 0. */
  codeOfBand: Uint8Array;
}

/** Writes bands into a workspace in the layout of the kernels. */
export function putSteps(space: Workspace, { at }: Part, { bandOfWhole, from, codeOfBand }: Steps): void {
  const edgesAt = at + wholes;
  const codesAt = edgesAt + 8 * maxBands;
  space.octets({ at, length: wholes }).set(bandOfWhole);
  space.doubles({ at: edgesAt, length: 8 * maxBands }).set(from);
  space.octets({ at: codesAt, length: maxBands }).set(codeOfBand);
  space.words({ at: codesAt + maxBands, length: 4 })[0] = from.length;
}
