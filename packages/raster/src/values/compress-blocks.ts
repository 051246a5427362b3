import { deflateSync, type ZlibOptions } from 'node:zlib';
import { deflateBox } from '@severe/kernels';
import { boxOf, cellsLike, copyBlock, type Cells, type Plane } from './plane.ts';
import { blockSize } from './tiff.ts';

const cellsInBlock = blockSize * blockSize;

/**
 * Level 1: on radar and on model fields it costs a third of level 6 and gives files 14 % and 9 % larger.
 * Most blocks come out below `chunkSize`, so that zlib's result is not put together from pieces.
 */
const quick = { level: 1, chunkSize: 1 << 15 };

/** A constant block is compressed once and written hundreds of times: 150 octets instead of 600 are half of a calm day. */
const thorough = { level: 9, chunkSize: 1 << 10 };

/** How many blocks are tried to see whether differences compress better. */
const blocksTried = 3;

/** Compressed constant blocks by their code; one for all planes of a file. */
export type ConstantBlocks = Map<number, Uint8Array>;

/** The blocks of a plane, compressed, row by row. */
export function compressBlocks(plane: Plane, differences: boolean, constants: ConstantBlocks): Uint8Array[] {
  const compress = compressorOf(plane);
  return plane.constant.map((constant, index) => {
    if (!constant) return compress(index, differences, quick);
    const { top, left } = boxOf(plane, index);
    const code = plane.cells[top * plane.width + left];
    const known = constants.get(code);
    if (known) return known;
    const bytes = compress(index, differences, thorough);
    constants.set(code, bytes);
    return bytes;
  });
}

type Compressor = (index: number, differences: boolean, options: ZlibOptions) => Uint8Array;

/** Planes of 16 bits are packed where they lie, by an encoder that knows where weather repeats; others by zlib. */
function compressorOf(plane: Plane): Compressor {
  const { desk } = plane;
  if (desk) {
    return (index, differences) =>
      deflateBox(desk.space, desk.plane, boxOf(plane, index), differences, desk.parts).slice();
  }
  const block = cellsLike(plane.cells, cellsInBlock);
  return (index, differences, options) => {
    copyBlock(plane, index, block);
    return compress(block, differences, options);
  };
}

/**
 * Whether differences between neighbours compress better than the cells themselves: they do in a smooth model field,
 * and do not where echoes stand in wide areas of one code. Tried on a few blocks from the middle.
 */
export function differencesPay(plane: Plane): boolean {
  const varying = plane.constant.flatMap((constant, index) => (constant ? [] : [index]));
  const middle = Math.max(0, Math.floor((varying.length - blocksTried) / 2));
  const compress = compressorOf(plane);
  const size = (index: number, differences: boolean) => compress(index, differences, quick).length;
  const gained = varying
    .slice(middle, middle + blocksTried)
    .reduce((sum, index) => sum + size(index, false) - size(index, true), 0);
  return gained > 0;
}

function compress(block: Cells, differences: boolean, options: ZlibOptions): Uint8Array {
  if (differences) {
    if (block instanceof Uint32Array) takeColourDifferences(block);
    else takeDifferences(block);
  }
  return deflateSync(new Uint8Array(block.buffer, block.byteOffset, block.byteLength), options);
}

/** TIFF revision 6.0, section 14: each sample minus the one to its left, modulo the range of the sample. */
function takeDifferences(block: Cells): void {
  for (let start = 0; start < block.length; start += blockSize) {
    for (let i = start + blockSize - 1; i > start; i--) block[i] -= block[i - 1];
  }
}

/** The same of colours: each of the four parts is a sample. */
function takeColourDifferences(block: Uint32Array): void {
  const octets = new Uint8Array(block.buffer, block.byteOffset, block.byteLength);
  const stride = blockSize * 4;
  for (let start = 0; start < octets.length; start += stride) {
    for (let i = start + stride - 1; i >= start + 4; i--) octets[i] -= octets[i - 4];
  }
}
