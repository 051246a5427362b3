import { crcOf } from '../../bzip2/crc.ts';
import { symbolsPerSelector } from '../../bzip2/tables.ts';
import { BitWriter } from './bit-writer.ts';
import { codeLengths } from './code-lengths.ts';
import { sortRotations } from './rotations.ts';
import { shortenRuns, toSymbols } from './symbols.ts';

const level = 9;
const blockBytes = 700_000; // of the text: with the worst run coding it still fits into the 900,000 of the level

/** A packed block. Its bits need not end with an octet. */
export interface Block {
  bits: Uint8Array;
  count: number;
  /** Of its text. */
  crc: number;
}

/**
 * Packs bytes as bzip2. Intended for simulated volumes and tests: it uses one code per block, so its output is a few
 * per cent larger than that of other encoders.
 */
export function bzip2(text: Uint8Array): Uint8Array {
  return joinBlocks(packBlocks(text));
}

/** The blocks of a text. */
export function packBlocks(text: Uint8Array): Block[] {
  return Array.from({ length: Math.ceil(text.length / blockBytes) }, (_, i) => {
    const part = text.subarray(i * blockBytes, (i + 1) * blockBytes);
    const bits = new BitWriter();
    const crc = crcOf(part);
    writeBlock(bits, part, crc);
    const { count } = bits;
    return { bits: bits.finish(), count, crc };
  });
}

/** A bzip2 stream of blocks. */
export function joinBlocks(blocks: Block[]): Uint8Array {
  const bits = new BitWriter();
  for (const letter of `BZh${level}`) bits.put(letter.charCodeAt(0), 8);
  let combined = 0;
  for (const block of blocks) {
    combined = ((combined << 1) | (combined >>> 31)) ^ block.crc;
    bits.append(block.bits, block.count);
  }
  bits.put(0x177245, 24);
  bits.put(0x385090, 24);
  bits.put32(combined);
  return bits.finish();
}

function writeBlock(bits: BitWriter, text: Uint8Array, crc: number): void {
  const short = shortenRuns(text);
  const order = sortRotations(short);
  const column = new Uint8Array(short.length);
  for (let i = 0; i < column.length; i++) column[i] = short[order[i] === 0 ? short.length - 1 : order[i] - 1];
  const used = usedIn(short);
  const symbols = toSymbols(column, used);

  bits.put(0x314159, 24);
  bits.put(0x265359, 24);
  bits.put32(crc);
  bits.put(0, 1); // not randomised
  bits.put(order.indexOf(0), 24);
  writeUsed(bits, used);
  writeCoded(bits, symbols, used.length + 2);
}

/** The bytes that occur, in order. */
function usedIn(text: Uint8Array): number[] {
  const occurs = new Uint8Array(256);
  for (let i = 0; i < text.length; i++) occurs[text[i]] = 1;
  return Array.from(occurs.keys()).filter((byte) => occurs[byte] === 1);
}

/** Writes the bytes that occur: sixteen rows of sixteen bits, empty rows omitted. */
function writeUsed(bits: BitWriter, used: number[]): void {
  const rows = Array.from({ length: 16 }, () => 0);
  for (const byte of used) rows[byte >> 4] |= 0x8000 >> (byte & 15);
  bits.put(
    rows.reduce((map, row, i) => (row ? map | (0x8000 >> i) : map), 0),
    16,
  );
  for (const row of rows) if (row) bits.put(row, 16);
}

/**
 * Writes the coded symbols. The format requires two codes: the same one is written twice, and only the first is used.
 */
function writeCoded(bits: BitWriter, symbols: Uint16Array, alphabet: number): void {
  const counts = Array.from({ length: alphabet }, () => 0);
  for (let i = 0; i < symbols.length; i++) counts[symbols[i]]++;
  const lengths = codeLengths(counts);
  const selectors = Math.ceil(symbols.length / symbolsPerSelector);
  bits.put(2, 3);
  bits.put(selectors, 15);
  for (let i = 0; i < selectors; i++) bits.put(0, 1);
  for (let code = 0; code < 2; code++) writeLengths(bits, lengths);
  const codes = canonicalCodes(lengths);
  for (let i = 0; i < symbols.length; i++) bits.put(codes[symbols[i]], lengths[symbols[i]]);
}

/** Writes code lengths as steps from the previous one: 10 up, 11 down, 0 done. */
function writeLengths(bits: BitWriter, lengths: number[]): void {
  let current = lengths[0];
  bits.put(current, 5);
  for (const length of lengths) {
    for (; current < length; current++) bits.put(0b10, 2);
    for (; current > length; current--) bits.put(0b11, 2);
    bits.put(0, 1);
  }
}

function canonicalCodes(lengths: number[]): number[] {
  const codes = lengths.map(() => 0);
  let code = 0;
  for (let length = 1; length <= Math.max(...lengths); length++) {
    lengths.forEach((own, symbol) => {
      if (own === length) codes[symbol] = code++;
    });
    code <<= 1;
  }
  return codes;
}
