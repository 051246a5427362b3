import type { Part, Workspace } from './workspace.ts';

/** Number of codes per mark. */
export const codesPerMark = 64;

/** Parts for painting. */
export const paintSizes = (codes: number) => {
  const whole = Math.ceil(codes / codesPerMark) * codesPerMark;
  return { packed: 2 * whole, table: 65_536, codes: whole, marks: whole / codesPerMark };
};

type PaintParts = Record<keyof ReturnType<typeof paintSizes>, Part>;

/**
 * Looks up a byte for every 16-bit code.
 *
 * @param table 65536 bytes
 * @returns a byte per code, and a mark per `codesPerMark` bytes: 0 only if all are 0
 */
export function paint(
  space: Workspace,
  packed: Uint16Array,
  table: Uint8Array,
  parts: PaintParts,
): { codes: Uint8Array; marks: Uint8Array } {
  const given = space.shorts(parts.packed);
  given.set(packed);
  given.fill(packed[packed.length - 1], packed.length); // padding that does not change the last mark
  space.octets(parts.table).set(table);
  space.run.paint(parts.packed.at, given.length, parts.table.at, parts.codes.at, parts.marks.at);
  return { codes: space.octets({ ...parts.codes, length: packed.length }), marks: space.octets(parts.marks) };
}
