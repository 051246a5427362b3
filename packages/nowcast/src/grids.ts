import type { NodeSamples } from '@severe/kernels';

/** Between which of some larger cells the centres of cells are, and how far they are towards the second. */
export type Samples = NodeSamples;

/** @param ratio of the sizes of both @param count number of the larger ones */
export function samplesOf(cells: number, ratio: number, count: number): Samples {
  const [before, after, share] = [new Int32Array(cells), new Int32Array(cells), new Float64Array(cells)];
  for (let i = 0; i < cells; i++) {
    const at = Math.min(Math.max((i + 0.5) / ratio - 0.5, 0), count - 1);
    before[i] = Math.min(Math.floor(at), Math.max(0, count - 2));
    after[i] = Math.min(before[i] + 1, count - 1);
    share[i] = at - before[i];
  }
  return { before, after, share };
}
