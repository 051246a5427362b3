import { Grib2Error } from '../../error.ts';
import { BitSource } from './bit-source.ts';

/** How samples were coded; the numbers of template 5.42. */
export interface Coding {
  /** Of a sample, 1 to 32. */
  bits: number;
  /** Samples of a block: 8, 16, 32 or 64. */
  blockSize: number;
  /** Blocks from one reference sample to the next. */
  interval: number;
  /** Samples are differences from the one before, the first of an interval excepted. */
  preprocessed: boolean;
  /** Few bits have short names of options. */
  restricted: boolean;
  /** Intervals begin with whole octets. */
  padded: boolean;
}

const restOfSegment = 5; // says that zeros fill the segment, whose blocks are 64
const segmentBlocks = 64;
const mostExtended = 90; // pairs of sums up to 12 are all that the second extension holds

/** Bits of the option that stands before a block (CCSDS 121.0-B-3, tables 5-1 and 5-2). */
export function optionBits({ bits, restricted }: Coding): number {
  if (restricted && bits <= 2) return 1;
  if (restricted && bits <= 4) return 2;
  if (bits <= 8) return 3;
  return bits <= 16 ? 4 : 5;
}

/** The fewest bytes that hold so many samples: a segment of zero blocks in an option, a bit and a sequence. */
export function fewestBytes(coding: Coding, count: number): number {
  const segments = Math.ceil(count / (segmentBlocks * coding.blockSize));
  return Math.ceil((segments * (optionBits(coding) + 2)) / 8);
}

/**
 * Decodes blocks to samples as they were coded, reference samples among them.
 *
 * @param into as many as are wanted; what the last block holds beyond them is left out. Samples of 32 bits keep their
 *             bits and lose their sign's meaning
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
    at += blocks * blockSize; // those behind the first hold zeros, as `into` does
  }
}

/** The samples of a block that still belong to the interval. */
function put(block: Int32Array, into: Int32Array, at: number): void {
  const end = Math.min(block.length, into.length - at);
  for (let i = 0; i < end; i++) into[at + i] = block[i];
}

function readPlain(source: BitSource, bits: number, block: Int32Array, from: number): void {
  for (let i = from; i < block.length; i++) block[i] = source.take(bits);
}

/** The high bits of all samples as fundamental sequences, then the `low` others of each. */
function readSplit(source: BitSource, low: number, block: Int32Array, from: number): void {
  source.takeHigh(low, block, from);
  if (low === 0) return;
  source.check(); // long sequences may have led to the end
  if (low <= 25) source.takeLow(low, block, from);
  else for (let i = from; i < block.length; i++) block[i] |= source.take(low);
}

/** Two samples a sequence: their sum selects a row of a triangle, the second sample the place in it. */
function readExtended(source: BitSource, block: Int32Array, from: number): void {
  for (let i = 0; i < block.length; i += 2) {
    const place = source.zeros();
    if (place > mostExtended) {
      throw new Grib2Error('damaged', `a pair of samples is coded as ${place}, at most ${mostExtended} was needed`);
    }
    const sum = Math.floor((Math.sqrt(8 * place + 1) - 1) / 2);
    const second = place - (sum * (sum + 1)) / 2;
    if (i >= from) block[i] = sum - second;
    block[i + 1] = second;
  }
}

/** How many blocks hold nothing but zeros, the one that says so among them. */
function zeroBlocks(source: BitSource, { interval }: Coding, before: number): number {
  const run = source.zeros() + 1;
  if (run === restOfSegment) return Math.min(interval - before, segmentBlocks - (before % segmentBlocks));
  const blocks = run > restOfSegment ? run - 1 : run;
  if (blocks <= interval - before) return blocks;
  throw new Grib2Error('damaged', `${blocks} blocks of zeros where ${interval - before} are left of the interval`);
}
