import type { Part, Workspace } from './workspace.ts';

/** Layout of rows: bytes per row, and bytes per pixel or cell. */
export interface RowShape {
  stride: number;
  unit: number;
}

/** Parts for compression, apart from the rows. */
export const deflateSizes = (bytes: number) => ({ tokens: 4 * bytes, stream: 2 * bytes + 1024 });

/**
 * Compresses rows to a zlib stream. Searches repetitions only where weather images have them.
 *
 * @param room parts with the sizes of `deflateSizes`
 * @returns the stream, a view of the workspace
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
