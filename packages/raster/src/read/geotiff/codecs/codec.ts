import type { Layout } from '../layout.ts';

/** One block to be unpacked. */
export interface PackedBlock {
  packed: Uint8Array;
  /** Octets that the block may unpack to; what comes after them is not wanted. */
  most: number;
  /** Rows of the block that belong to the image. A strip may end there. */
  rows: number;
  layout: Layout;
}

/**
 * Unpacks a block to its samples as they would lie in a file without compression. An array shorter than the rows of
 * the image need is refused by the caller. Never gives back, and never allocates, much more than `most` octets.
 */
export type Codec = (block: PackedBlock) => Uint8Array | Promise<Uint8Array>;
