import { NexradError } from '../error.ts';

/** Codes of up to this many bits are decoded by one table lookup; longer ones are rare. */
export const fastTableBits = 10;

/** The longest code that the format allows. */
export const maxCodeBits = 20;

/** A canonical Huffman code, prepared for decoding. */
export interface HuffmanCode {
  /** By the next `fastTableBits` bits: length << 9 | symbol; 0 if the code is longer. */
  fast: Uint16Array;
  /** The largest code of each length, or -1: codes of length n are those of n bits up to limit[n]. */
  limit: Int32Array;
  /** Offset to subtract from a code of length n to get its index in `symbols`. */
  base: Int32Array;
  /** Symbols in the order of their codes. */
  symbols: Uint16Array;
}

/**
 * Prepares a code from the lengths of its codes.
 *
 * @param lengths bits of each symbol's code, 1 to 20
 * @throws {NexradError} `damaged` if there are more codes than the lengths allow
 */
export function huffmanCode(lengths: Uint8Array): HuffmanCode {
  const counts = new Int32Array(maxCodeBits + 1);
  for (const length of lengths) counts[length]++;
  const limit = new Int32Array(maxCodeBits + 1).fill(-1);
  const base = new Int32Array(maxCodeBits + 1);
  let code = 0;
  let place = 0;
  for (let length = 1; length <= maxCodeBits; length++) {
    base[length] = code - place;
    code += counts[length];
    place += counts[length];
    if (counts[length] > 0) limit[length] = code - 1;
    if (code > 1 << length) throw new NexradError('damaged', 'a Huffman table of the bzip2 stream has too many codes');
    code <<= 1;
  }
  const symbols = inOrder(lengths, counts);
  return { fast: fastTable(symbols, counts), limit, base, symbols };
}

function inOrder(lengths: Uint8Array, counts: Int32Array): Uint16Array {
  const next = new Int32Array(maxCodeBits + 2);
  for (let length = 1; length <= maxCodeBits; length++) next[length + 1] = next[length] + counts[length];
  const symbols = new Uint16Array(lengths.length);
  for (let symbol = 0; symbol < lengths.length; symbol++) symbols[next[lengths[symbol]]++] = symbol;
  return symbols;
}

function fastTable(symbols: Uint16Array, counts: Int32Array): Uint16Array {
  const fast = new Uint16Array(1 << fastTableBits);
  let at = 0;
  let place = 0;
  for (let length = 1; length <= fastTableBits; length++) {
    const span = 1 << (fastTableBits - length);
    for (let i = 0; i < counts[length]; i++, place++, at += span) {
      fast.fill((length << 9) | symbols[place], at, at + span);
    }
  }
  return fast;
}
