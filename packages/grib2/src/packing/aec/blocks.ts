import { Grib2Error } from '../../error.ts';
import { BitSource } from './bit-source.ts';

/** Parameters of the coding, from template 5.42. */
export interface Coding {
  /** Bits per sample, 1 to 32. */
  bits: number;
  /** Samples per block: 8, 16, 32 or 64. */
  blockSize: number;
  /** Blocks per reference sample. */
  interval: number;
  /** Whether samples are differences from the previous one, except the first of an interval. */
  preprocessed: boolean;
  /** Whether options of samples with few bits have short ids. */
  restricted: boolean;
  /** Whether intervals start at whole octets. */
  padded: boolean;
}

const restOfSegment = 5; // code for zeros up to the end of the segment of 64 blocks
const segmentBlocks = 64;
const maxExtended = 90; // the second extension has pairs with sums up to 12

/** Bits of the option id before a block (CCSDS 121.0-B-3, tables 5-1 and 5-2). */
function optionBits({ bits, restricted }: Coding): number {
  if (restricted && bits <= 2) return 1;
  if (restricted && bits <= 4) return 2;
  if (bits <= 8) return 3;
  return bits <= 16 ? 4 : 5;
}

/** The minimum size of `count` samples in bytes: segments of zero blocks, each an option id, a bit and a sequence. */
export function fewestBytes(coding: Coding, count: number): number {
  const segments = Math.ceil(count / (segmentBlocks * coding.blockSize));
  return Math.ceil((segments * (optionBits(coding) + 2)) / 8);
}

/**
 * Decodes blocks to samples as coded, reference samples included.
 *
 * @param into the output; its length is the number of samples. Surplus samples of the last block are discarded.
 *             Samples of 32 bits are stored as signed integers with the same bits
 * @throws {Grib2Error} `truncated` or `damaged`
 * @see CCSDS 121.0-B-3, Lossless Data Compression, section 3 and annex
 */
export function decodeBlocks(bytes: Uint8Array, coding: Coding, into: Int32Array): void {
  const source = new BitSource(bytes);
  const block = new Int32Array(coding.blockSize);
  const uncoded = 2 ** optionBits(coding) - 1;
  const perInterval = coding.blockSize * coding.interval;
  for (let start = 0; start < into.length; start += perInterval) {
    const interval = into.subarray(start, start + perInterval);
    decodeInterval(source, coding, uncoded, block, interval);
    if (coding.padded) source.align();
  }
}

function decodeInterval(source: BitSource, coding: Coding, uncoded: number, block: Int32Array, into: Int32Array): void {
  const { blockSize, preprocessed, bits } = coding;
  const width = optionBits(coding);
  for (let at = 0; at < into.length;) {
    const references = preprocessed && at === 0 ? 1 : 0;
    const option = source.take(width);
    let blocks = 1;
    if (option === uncoded) readPlain(source, bits, block, 0);
    else if (option > 0) {
      readPlain(source, bits, block.subarray(0, references), 0);
      readSplit(source, option - 1, block, references);
    } else {
      const extended = source.take(1) === 1;
      readPlain(source, bits, block.subarray(0, references), 0);
      block.fill(0, references);
      if (extended) readExtended(source, block, references);
      else blocks = zeroBlocks(source, coding, at / blockSize);
    }
    source.check();
    put(block, into, at);
    at += blocks * blockSize; // the others are zero, as `into` is
  }
}

/** The samples of a block that are in the interval. */
function put(block: Int32Array, into: Int32Array, at: number): void {
  const end = Math.min(block.length, into.length - at);
  for (let i = 0; i < end; i++) into[at + i] = block[i];
}

function readPlain(source: BitSource, bits: number, block: Int32Array, from: number): void {
  for (let i = from; i < block.length; i++) block[i] = source.take(bits);
}

/** Reads the high bits of all samples as fundamental sequences, then the `low` others of each. */
function readSplit(source: BitSource, low: number, block: Int32Array, from: number): void {
  source.takeHigh(low, block, from);
  if (low === 0) return;
  source.check(); // long sequences may have reached the end
  if (low <= 25) source.takeLow(low, block, from);
  else for (let i = from; i < block.length; i++) block[i] |= source.take(low);
}

/** Reads two samples per sequence: their sum is the row of a triangle, the second sample the position in it. */
function readExtended(source: BitSource, block: Int32Array, from: number): void {
  for (let i = 0; i < block.length; i += 2) {
    const place = source.zeros();
    if (place > maxExtended) {
      throw new Grib2Error('damaged', `a pair of samples is coded as ${place}, at most ${maxExtended} was needed`);
    }
    const sum = Math.floor((Math.sqrt(8 * place + 1) - 1) / 2);
    const second = place - (sum * (sum + 1)) / 2;
    if (i >= from) block[i] = sum - second;
    block[i + 1] = second;
  }
}

/** Number of consecutive zero blocks, this one included. */
function zeroBlocks(source: BitSource, { interval }: Coding, before: number): number {
  const run = source.zeros() + 1;
  if (run === restOfSegment) return Math.min(interval - before, segmentBlocks - (before % segmentBlocks));
  const blocks = run > restOfSegment ? run - 1 : run;
  if (blocks <= interval - before) return blocks;
  throw new Grib2Error('damaged', `${blocks} blocks of zeros where ${interval - before} are left of the interval`);
}
