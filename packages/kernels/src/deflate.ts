import type { Part, Workspace } from './workspace.ts';

/** How rows lie in memory: bytes of a row, and of a pixel or cell. */
export interface RowShape {
  stride: number;
  unit: number;
}

/** The parts that packing needs besides the rows. */
export const deflateRoom = (bytes: number) => ({ tokens: 4 * bytes, stream: 2 * bytes + 1024 });

/**
 * Packs rows to a zlib stream, looking for repetitions where pictures of weather have them.
 *
 * @param room as large as `deflateRoom` says
 * @returns the stream, where it lies in the workspace
 * @see RFC 1950 and RFC 1951
 */
export function deflate(
  space: Workspace,
  rows: Part,
  { stride, unit }: RowShape,
  { tokens, stream }: Record<'tokens' | 'stream', Part>,
): Uint8Array {
  const length = space.run.deflate(rows.at, rows.length, stride, unit, tokens.at, stream.at);
  return space.octets({ at: stream.at, length });
}
