import type { Part, Workspace } from './workspace.ts';

/** Groups of values that share a width in bits (0 to 31) and a reference, which is added to each value. */
export interface GroupLists {
  references: Int32Array;
  widths: Int32Array;
  lengths: Int32Array;
  /** The values of all groups, highest bit first. */
  data: Uint8Array;
}

/**
 * Writes reference + value for every member of every group.
 *
 * @param count number of values of all groups
 * @returns the values, a view of the workspace
 */
export function unpackGroups(space: Workspace, groups: GroupLists, count: number): Int32Array {
  const { references, widths, lengths, data } = groups;
  const parts = space.layOut({
    references: references.byteLength,
    widths: widths.byteLength,
    lengths: lengths.byteLength,
    data: data.length,
    values: 4 * count,
  });
  put(space, parts.references, references);
  put(space, parts.widths, widths);
  put(space, parts.lengths, lengths);
  space.octets(parts.data).set(data);
  const [a, b, c] = [parts.references.at, parts.widths.at, parts.lengths.at];
  space.run.unpackGroups(a, b, c, references.length, parts.data.at, parts.values.at);
  return space.words(parts.values);
}

function put(space: Workspace, part: Part, words: Int32Array): void {
  space.words(part).set(words);
}

/**
 * Turns first or second differences in a workspace back into values, in place. Sums wrap at 32 bits.
 *
 * @param values   the first `order` entries are values, not differences
 * @param smallest minimum that was subtracted from every difference
 */
export function integrate(space: Workspace, values: Int32Array, order: 1 | 2, smallest: number): void {
  if (values.length <= order) return;
  if (order === 1) space.run.sumOnce(values.byteOffset, values.length, smallest);
  else space.run.sumTwice(values.byteOffset, values.length, smallest);
}
