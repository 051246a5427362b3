import type { Part, Workspace } from './workspace.ts';

/**
 * Reverses the row filters of a 16-bit grey PNG in place and converts the samples to numbers.
 *
 * @param rows  filter type and samples of each row
 * @param above `width` zeros of 16 bits, for the row above the first
 * @returns the samples, or the index of the first row with an unknown filter type
 */
export function unfilter16(
  space: Workspace,
  rows: Part,
  above: Part,
  width: number,
  height: number,
): Uint16Array | number {
  space.octets(above).fill(0);
  const unknown = space.run.unfilter16(rows.at, width, height, above.at);
  return unknown >= 0 ? unknown : space.shorts({ at: rows.at, length: 2 * width * height });
}
