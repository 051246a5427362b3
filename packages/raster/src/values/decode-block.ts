import { inflateSync } from 'node:zlib';
import { DataError, messageOf } from '@severe/base';
import type { CellKind, Layout } from './layout.ts';
import type { Cells } from './plane.ts';
import { blockSize } from './tiff.ts';

/** The cells of a block, row by row; a single element where all are the same. */
export type Block = Cells;

/** Arrays of the kinds of cells. */
export const cellArrays = {
  uint16: Uint16Array,
  int32: Int32Array,
  colour: Uint32Array,
} as const satisfies Record<CellKind, unknown>;

/**
 * Unpacks a block.
 *
 * @throws {DataError} `values-block` when the bytes are damaged, or are not exactly a block
 */
export function decodeBlock(layout: Layout, index: number, packed: Uint8Array): Block {
  const bytes = inflate(layout, index, packed);
  const CellArray = cellArrays[layout.kind];
  const block = new CellArray(
    bytes.buffer as ArrayBuffer,
    bytes.byteOffset,
    bytes.length / CellArray.BYTES_PER_ELEMENT,
  );
  if (layout.differences) {
    if (block instanceof Uint32Array) addUpColours(bytes);
    else addUp(block);
  }
  return isConstant(block) ? block.slice(0, 1) : block;
}

function inflate(layout: Layout, index: number, packed: Uint8Array): Uint8Array {
  const { blockBytes } = layout;
  const refuse = (problem: string, options?: ErrorOptions): never => {
    throw new DataError('values-block', `block ${index} of the value file ${problem}`, options);
  };
  let bytes: Uint8Array;
  try {
    // A chunk a little larger than the block takes all of it at once, in memory of its own that begins on a word.
    bytes = inflateSync(packed, { chunkSize: blockBytes + 64, maxOutputLength: blockBytes });
  } catch (cause) {
    return refuse(`cannot be unpacked: ${messageOf(cause)}`, { cause });
  }
  if (bytes.length !== blockBytes) refuse(`has ${bytes.length} bytes when unpacked, needed are ${blockBytes}`);
  return bytes;
}

/** Undoes horizontal differences: TIFF revision 6.0, section 14. */
function addUp(block: Block): void {
  for (let start = 0; start < block.length; start += blockSize) {
    const end = start + blockSize;
    for (let i = start + 1; i < end; i++) block[i] += block[i - 1];
  }
}

/** The same of colours, whose four parts are samples of their own. */
function addUpColours(octets: Uint8Array): void {
  const stride = blockSize * 4;
  for (let start = 0; start < octets.length; start += stride) {
    const end = start + stride;
    for (let i = start + 4; i < end; i++) octets[i] += octets[i - 4];
  }
}

function isConstant(block: Block): boolean {
  const first = block[0];
  for (let i = 1; i < block.length; i++) if (block[i] !== first) return false;
  return true;
}
