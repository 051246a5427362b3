import type { Part, Workspace } from './workspace.ts';

/** Where some cells are between the nodes of a coarser grid: the nodes before and after each, and the share of the way. */
export interface NodeSamples {
  before: Int32Array;
  after: Int32Array;
  share: Float64Array;
}

/** Bytes of the part for the samples of a number of cells. */
export const nodeSamplesSize = (cells: number): number => 16 * cells;

/** Bytes of the working memory for a row of nodes. */
export const nodeLineSize = (nodes: number): number => 16 * nodes;

export function putSamples(space: Workspace, { at }: Part, { before, after, share }: NodeSamples): void {
  const count = before.length;
  const words = space.words({ at, length: 8 * count });
  words.set(before);
  words.set(after, count);
  space.doubles({ at: at + 8 * count, length: 8 * count }).set(share);
}
