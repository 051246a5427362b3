import { refuse } from '../refuse.ts';
import type { PackedBlock } from './codec.ts';

const clear = 256;
const end = 257;
const firstFree = 258;
const maxCodes = 4096;

/** Each string of the table is an earlier string (`before`) plus one octet (`last`). */
interface Table {
  before: Uint16Array;
  last: Uint8Array;
  first: Uint8Array;
  length: Uint16Array;
}

function newTable(): Table {
  const table = {
    before: new Uint16Array(maxCodes),
    last: new Uint8Array(maxCodes),
    first: new Uint8Array(maxCodes),
    length: new Uint16Array(maxCodes),
  };
  for (let code = 0; code < 256; code++) {
    table.last[code] = table.first[code] = code;
    table.length[code] = 1;
  }
  return table;
}

/** Shared by all blocks; every stream begins by clearing it. */
const shared = newTable();

/**
 * LZW with codes of 9 to 12 bits, highest bit first. Some writers before revision 6 of the standard put the lowest bit
 * first and switched to longer codes one code later; their streams begin with the octets 0 and 1.
 *
 * @see TIFF revision 6.0, section 13
 */
export function unpackLzw({ packed, maxBytes }: PackedBlock): Uint8Array {
  const old = packed[0] === 0 && (packed[1] & 1) === 1;
  const longest = Math.ceil((packed.length * 8) / 9) * maxCodes;
  const out = new Uint8Array(Math.min(maxBytes, longest));
  const length = old ? readCodes(packed, out, shared, nextOldCode, 0) : readCodes(packed, out, shared, nextCode, 1);
  return out.subarray(0, length);
}

type NextCode = (packed: Uint8Array, bit: number, bits: number) => number;

/** A code of at most 12 bits spans at most three octets. */
function nextCode(packed: Uint8Array, bit: number, bits: number): number {
  const at = bit >> 3;
  const three = (packed[at] << 16) | (packed[at + 1] << 8) | packed[at + 2];
  return (three >> (24 - bits - (bit & 7))) & ((1 << bits) - 1);
}

function nextOldCode(packed: Uint8Array, bit: number, bits: number): number {
  const at = bit >> 3;
  const three = packed[at] | (packed[at + 1] << 8) | (packed[at + 2] << 16);
  return (three >> (bit & 7)) & ((1 << bits) - 1);
}

/**
 * @param early number of codes by which the switch to longer codes comes early
 * @returns octets written
 */
function readCodes(packed: Uint8Array, out: Uint8Array, table: Table, next: NextCode, early: number): number {
  const { before, last, first, length } = table;
  const bitCount = packed.length * 8;
  let bit = 0;
  let bits = 9;
  let free = firstFree;
  let previous = -1;
  let written = 0;
  while (bit + bits <= bitCount && written < out.length) {
    const code = next(packed, bit, bits);
    bit += bits;
    if (code === end) break;
    if (code === clear) {
      bits = 9;
      free = firstFree;
      previous = -1;
      continue;
    }
    if (previous < 0) {
      if (code > 255) return wrongCode(code, 256);
      out[written++] = code;
      previous = code;
      continue;
    }
    if (code > free || (code === free && free >= maxCodes)) return wrongCode(code, free);
    if (free < maxCodes) {
      before[free] = previous;
      length[free] = length[previous] + 1;
      first[free] = first[previous];
      last[free] = code === free ? first[previous] : first[code];
      free++;
    }
    const stop = written + length[code];
    let string = code;
    for (let at = stop - 1; at >= written; at--) {
      out[at] = last[string]; // writes beyond the end of the array have no effect
      string = before[string];
    }
    written = stop;
    previous = code;
    if (free + early >= 1 << bits && bits < 12) bits++;
  }
  return Math.min(written, out.length);
}

function wrongCode(code: number, defined: number): never {
  return refuse('damaged', `its LZW stream has code ${code} where ${defined} are defined`);
}
