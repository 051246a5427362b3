import { DataError } from '@severe/base';
import { blocksAcross } from '@severe/tiff/container';
import { blockRange, type ValueLayout } from './layout.ts';

/** A rectangle of cells. */
export interface Box {
  column: number;
  row: number;
  width: number;
  height: number;
}

/** A value file of which only some blocks were fetched. It can be sent to a thread. */
export interface FileParts {
  /** The beginning of the file, with its directories. */
  head: Uint8Array;
  /** Packed blocks, by their index in the grid of level 0. */
  blocks: ReadonlyMap<number, Uint8Array>;
}

/** Gives the packed octets of a block. @throws {DataError} */
export type PackedBlocks = (index: number) => Uint8Array;

/**
 * The packed blocks of a whole file, all of which must lie inside it.
 *
 * @throws {DataError} `values-truncated`
 */
export function blocksOfFile(bytes: Uint8Array, layout: ValueLayout): PackedBlocks {
  for (let i = 0; i < layout.offsets.length; i++) {
    const { start, length } = blockRange(layout, i);
    if (start + length > bytes.length) {
      throw new DataError('values-truncated', `block ${i} ends at ${start + length}, the file at ${bytes.length}`);
    }
  }
  return (index) => {
    const { start, length } = blockRange(layout, index);
    return bytes.subarray(start, start + length);
  };
}

/** The packed blocks that were fetched. A block that was not fetched is an error of the caller. */
export function blocksOfParts({ blocks }: FileParts): PackedBlocks {
  return (index) => {
    const bytes = blocks.get(index);
    if (!bytes) throw new RangeError(`block ${index} was not fetched, only ${[...blocks.keys()].join(', ') || 'none'}`);
    return bytes;
  };
}

/** Indices of the blocks that a box touches. */
export function blocksUnder(
  { across, side }: Pick<ValueLayout, 'across' | 'side'>,
  { column, row, width, height }: Box,
): number[] {
  const indices: number[] = [];
  for (let down = Math.floor(row / side); down < blocksAcross(row + height, side); down++) {
    for (let right = Math.floor(column / side); right < blocksAcross(column + width, side); right++) {
      indices.push(down * across + right);
    }
  }
  return indices;
}
