import { inflateSync } from 'node:zlib';
import { DataError, messageOf } from '@severe/base';
import { undoDifferences } from '@severe/tiff/container';
import type { Cells } from '@severe/tiff/write';
import type { CellKind, ValueLayout } from './layout.ts';

/** The cells of a block, row by row; a single element if all are equal. */
export type Block = Cells;

/** Array types of the kinds of cells. */
export const cellArrays = {
  uint16: Uint16Array,
  int32: Int32Array,
  colour: Uint32Array,
} as const satisfies Record<CellKind, unknown>;

/**
 * Unpacks a block.
 *
 * @throws {DataError} `values-block` when the bytes are damaged, or are not exactly one block
 */
export function decodeBlock(layout: ValueLayout, index: number, packed: Uint8Array): Block {
  const block = decodeCells(layout, index, packed);
  return isConstant(block) ? block.slice(0, 1) : block;
}

/** All cells of a block, also if they are equal. @throws as `decodeBlock` */
export function decodeCells(layout: ValueLayout, index: number, packed: Uint8Array): Block {
  const bytes = inflate(layout, index, packed);
  if (layout.differences) undoDifferences(bytes, layout.samples, layout.side);
  return cellsOf(layout, bytes);
}

/**
 * Unpacks one cell of a block. Only its row is computed, which takes a third less time.
 *
 * @returns as if all cells of the block were equal to it
 * @throws as `decodeBlock`
 */
export function decodeCell(layout: ValueLayout, index: number, packed: Uint8Array, cell: number): Block {
  const bytes = inflate(layout, index, packed);
  const { rowBytes } = layout.samples;
  const [row, column] = [Math.floor(cell / layout.side), cell % layout.side];
  const cells = bytes.subarray(row * rowBytes, (row + 1) * rowBytes);
  if (layout.differences) undoDifferences(cells, layout.samples, 1);
  return cellsOf(layout, cells).slice(column, column + 1);
}

function cellsOf({ kind }: ValueLayout, bytes: Uint8Array): Block {
  const CellArray = cellArrays[kind];
  return new CellArray(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length / CellArray.BYTES_PER_ELEMENT);
}

function inflate(layout: ValueLayout, index: number, packed: Uint8Array): Uint8Array {
  const { blockBytes } = layout;
  const refuse = (problem: string, options?: ErrorOptions): never => {
    throw new DataError('values-block', `block ${index} of the value file ${problem}`, options);
  };
  let bytes: Uint8Array;
  try {
    // A chunk slightly larger than the block receives all of it at once, in an aligned buffer of its own.
    bytes = inflateSync(packed, { chunkSize: blockBytes + 64, maxOutputLength: blockBytes });
  } catch (cause) {
    return refuse(`cannot be unpacked: ${messageOf(cause)}`, { cause });
  }
  if (bytes.length !== blockBytes) refuse(`has ${bytes.length} bytes when unpacked, needed are ${blockBytes}`);
  return bytes;
}

function isConstant(block: Block): boolean {
  const first = block[0];
  for (let i = 1; i < block.length; i++) if (block[i] !== first) return false;
  return true;
}
