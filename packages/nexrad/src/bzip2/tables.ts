import { NexradError } from '../error.ts';
import type { Bits } from './bits.ts';
import { huffmanCode, maxCodeBits, type HuffmanCode } from './huffman.ts';

/** Symbols per selector. */
export const symbolsPerSelector = 50;

/** The head of a block: bytes that occur, selectors (the code of every fifty symbols), and codes. */
export interface BlockTables {
  /** The bytes that occur, in order: the initial move-to-front list. */
  used: Uint8Array;
  /** The code of each group. */
  selectors: Uint8Array;
  codes: HuffmanCode[];
}

/** @throws {NexradError} `damaged` or `truncated` */
export function readTables(bits: Bits): BlockTables {
  const used = readUsed(bits);
  const codeCount = bits.take(3);
  const selectorCount = bits.take(15);
  if (codeCount < 2 || codeCount > 6 || selectorCount === 0) {
    throw new NexradError('damaged', `a bzip2 block has ${codeCount} codes and ${selectorCount} selectors`);
  }
  const selectors = readSelectors(bits, selectorCount, codeCount);
  const codes = Array.from({ length: codeCount }, () => huffmanCode(readLengths(bits, used.length + 2)));
  return { used, selectors, codes };
}

function readUsed(bits: Bits): Uint8Array {
  const rows = bits.take(16);
  const used: number[] = [];
  for (let row = 0; row < 16; row++) {
    if (!(rows & (0x8000 >> row))) continue;
    const row16 = bits.take(16);
    for (let column = 0; column < 16; column++) if (row16 & (0x8000 >> column)) used.push(row * 16 + column);
  }
  if (used.length === 0) throw new NexradError('damaged', 'a bzip2 block uses no byte at all');
  return Uint8Array.from(used);
}

/** Reads the selectors: move-to-front coded, in unary. */
function readSelectors(bits: Bits, count: number, codeCount: number): Uint8Array {
  const recent = Array.from({ length: codeCount }, (_, i) => i);
  const selectors = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    let place = 0;
    while (bits.take(1) === 1) {
      if (++place >= codeCount) throw new NexradError('damaged', `a bzip2 selector is beyond its ${codeCount} codes`);
    }
    const [code] = recent.splice(place, 1);
    recent.unshift(code);
    selectors[i] = code;
  }
  return selectors;
}

/** Reads code lengths, each coded as steps from the previous one. */
function readLengths(bits: Bits, symbols: number): Uint8Array {
  const lengths = new Uint8Array(symbols);
  let length = bits.take(5);
  for (let symbol = 0; symbol < symbols; symbol++) {
    while (bits.take(1) === 1) {
      length += bits.take(1) === 0 ? 1 : -1;
      if (length < 1 || length > maxCodeBits) break;
    }
    if (length < 1 || length > maxCodeBits) {
      throw new NexradError('damaged', `a bzip2 code has ${length} bits, 1 to ${maxCodeBits} are allowed`);
    }
    lengths[symbol] = length;
  }
  return lengths;
}
