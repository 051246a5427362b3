import type { ImageLayout } from '../image-layout.ts';

/** One packed block. */
export interface PackedBlock {
  packed: Uint8Array;
  /** Octets that the block may unpack to; anything beyond them is ignored. */
  maxBytes: number;
  /** Rows of the block that belong to the image. A strip may end there. */
  rows: number;
  layout: ImageLayout;
}

/**
 * Unpacks a block to its samples, as a file without compression stores them. The caller refuses an array that is too
 * short for the rows of the image. A codec never returns, and never allocates, much more than `maxBytes` octets.
 */
export type Codec = (block: PackedBlock) => Uint8Array | Promise<Uint8Array>;
