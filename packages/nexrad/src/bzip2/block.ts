import { NexradError } from '../error.ts';
import { tooShort, type Bits } from './bits.ts';
import { fastTableBits, maxCodeBits } from './huffman.ts';
import { symbolsPerSelector, readTables, type BlockTables } from './tables.ts';

/**
 * Reads a block: Huffman codes, then run lengths and move-to-front decoding.
 *
 * @param into receives the last column of the sorted rotations, one byte per entry
 * @returns number of entries
 * @throws {NexradError} `damaged` or `truncated`
 */
export function readBlock(bits: Bits, into: Uint32Array): number {
  const tables = readTables(bits);
  const count = readSymbols(bits, tables, into);
  if (bits.at > bits.bytes.length + lookaheadBytes) throw tooShort(bits.bytes.length);
  if (count >= 0) return count;
  throw bits.at > bits.bytes.length ? tooShort(bits.bytes.length) : problems[-count - 1](into.length);
}

/** Bytes that the loop may load ahead of the current code; zeros follow the end. */
const lookaheadBytes = 3;

// The loop does not throw, which would slow it down: it ends with one of these negative results
const invalidCode = -1;
const tooLong = -2;
const problems: ((most: number) => NexradError)[] = [
  () => new NexradError('damaged', 'a bzip2 block has bits that are no code, or more symbols than selectors'),
  (most) => new NexradError('damaged', `a bzip2 block holds more than the ${most} bytes that it may`),
];

function readSymbols(bits: Bits, { used, selectors, codes }: BlockTables, into: Uint32Array): number {
  const { bytes } = bits;
  const longest = maxCodeBits;
  const fastBits = fastTableBits;
  const fastMask = (1 << fastTableBits) - 1;
  const groupSize = symbolsPerSelector;
  const end = bytes.length;
  const most = into.length;
  const endOfBlock = used.length + 1;
  const recent = Uint8Array.from(used); // most recently used first
  let { at, buffer, unread } = bits;
  let count = 0;
  let run = 0; // length of the current run, in bijective base two (digits 1 and 2)
  let weight = 1; // weight of the next digit
  let group = -1;
  let left = 0; // symbols left in the group
  let problem = 0;
  let { fast, limit, base, symbols } = codes[0];

  for (;;) {
    if (left === 0) {
      if (++group >= selectors.length) {
        problem = invalidCode;
        break;
      }
      ({ fast, limit, base, symbols } = codes[selectors[group]]);
      left = groupSize;
    }
    left--;

    while (unread < longest) {
      buffer = (buffer << 8) | (at < end ? bytes[at] : 0);
      at++;
      unread += 8;
    }
    const entry = fast[(buffer >>> (unread - fastBits)) & fastMask];
    let symbol: number;
    if (entry !== 0) {
      unread -= entry >>> 9;
      symbol = entry & 511;
    } else {
      let length = fastBits + 1;
      while (length <= longest && ((buffer >>> (unread - length)) & ((1 << length) - 1)) > limit[length]) length++;
      if (length > longest) {
        problem = invalidCode;
        break;
      }
      symbol = symbols[((buffer >>> (unread - length)) & ((1 << length) - 1)) - base[length]];
      unread -= length;
    }

    if (symbol < 2) {
      run += weight << symbol;
      weight <<= 1;
      if (run <= most) continue;
      problem = tooLong;
      break;
    }
    if (run > 0) {
      if (count + run > most) {
        problem = tooLong;
        break;
      }
      const byte = recent[0];
      for (let i = 0; i < run; i++) into[count++] = byte;
      run = 0;
      weight = 1;
    }
    if (symbol === endOfBlock) break;
    if (count >= most) {
      problem = tooLong;
      break;
    }
    const place = symbol - 1;
    const byte = recent[place];
    if (place > 24) recent.copyWithin(1, 0, place);
    else for (let i = place; i > 0; i--) recent[i] = recent[i - 1];
    recent[0] = byte;
    into[count++] = byte;
  }

  bits.at = at;
  bits.buffer = buffer;
  bits.unread = unread;
  return problem || count;
}
