import { refuse } from '../refuse.ts';

/** Where the probabilities of each choice begin in the one table that holds them all. */
const states = 12;
const isMatch = 0; // [state][position]
const isRep = isMatch + states * 16;
const isRepG0 = isRep + states;
const isRepG1 = isRepG0 + states;
const isRepG2 = isRepG1 + states;
const isRep0Long = isRepG2 + states; // [state][position]
const slots = isRep0Long + states * 16; // four trees of six bits
const special = slots + 4 * 64; // reversed trees of the distances 4 to 127
const align = special + 115; // the lowest four bits of longer distances
const matchLength = align + 16;
const repLength = matchLength + 2 + 16 * 8 * 2 + 256;
const literals = repLength + 2 + 16 * 8 * 2 + 256;

const even = 1024; // a probability of one half, in 2048ths
const shortest = 2; // of a match

/**
 * LZMA with the output as its dictionary.
 *
 * @see The LZMA specification of the LZMA SDK (lzma-specification.txt)
 */
export class LzmaDecoder {
  /** Octets written so far. */
  written = 0;
  readonly #out: Uint8Array;
  #probabilities = new Uint16Array(literals).fill(even);
  #literalContext = 0; // bits of the octet before
  #literalPosition = 0; // bits of the position
  #positionMask = 0;
  #state = 0;
  #reps: [number, number, number, number] = [0, 0, 0, 0];
  // The range coder
  #packed: Uint8Array = new Uint8Array(0);
  #at = 0;
  #range = 0;
  #code = 0;

  constructor(out: Uint8Array) {
    this.#out = out;
  }

  /** (positionBits * 5 + literalPosition) * 9 + literalContext. */
  setProperties(octet: number): void {
    const literalContext = octet % 9;
    const literalPosition = Math.floor(octet / 9) % 5;
    const positionBits = Math.floor(octet / 45);
    if (positionBits > 4 || literalContext + literalPosition > 4) {
      refuse('damaged', `its LZMA stream has properties ${octet}`);
    }
    this.#literalContext = literalContext;
    this.#literalPosition = literalPosition;
    this.#positionMask = (1 << positionBits) - 1;
    this.#probabilities = new Uint16Array(literals + (0x300 << (literalContext + literalPosition)));
  }

  resetState(): void {
    this.#probabilities.fill(even);
    this.#state = 0;
    this.#reps = [0, 0, 0, 0];
  }

  /** Octets that were not packed. */
  copy(piece: Uint8Array): void {
    const fitting = piece.subarray(0, this.#out.length - this.written);
    this.#out.set(fitting, this.written);
    this.written += fitting.length;
  }

  /**
   * One chunk of packed octets.
   *
   * @param length octets that it unpacks to; fewer where the output ends before
   */
  decode(packed: Uint8Array, length: number): void {
    if (packed.length < 5) cutShort();
    this.#packed = packed;
    this.#at = 5;
    this.#range = 0xffffffff;
    this.#code = ((packed[1] << 24) | (packed[2] << 16) | (packed[3] << 8) | packed[4]) >>> 0;
    const end = Math.min(this.written + length, this.#out.length);
    while (this.written < end) {
      const position = this.written & this.#positionMask;
      if (this.#bit(isMatch + this.#state * 16 + position) === 0) this.#literal();
      else this.#match(position, end);
      if (this.#at > packed.length) cutShort();
    }
  }

  #literal(): void {
    const out = this.#out;
    const before = this.written > 0 ? out[this.written - 1] : 0;
    const position = this.written & ((1 << this.#literalPosition) - 1);
    const context = (position << this.#literalContext) + (before >> (8 - this.#literalContext));
    const tree = literals + 0x300 * context;
    let symbol = 1;
    if (this.#state >= 7) {
      let matched = out[this.written - this.#reps[0] - 1];
      while (symbol < 0x100) {
        const expected = (matched >> 7) & 1;
        matched <<= 1;
        const bit = this.#bit(tree + ((1 + expected) << 8) + symbol);
        symbol = (symbol << 1) | bit;
        if (bit !== expected) break;
      }
    }
    while (symbol < 0x100) symbol = (symbol << 1) | this.#bit(tree + symbol);
    out[this.written++] = symbol;
    this.#state = this.#state < 4 ? 0 : this.#state - (this.#state < 10 ? 3 : 6);
  }

  #match(position: number, end: number): void {
    const state = this.#state;
    const reps = this.#reps;
    let length = 0;
    if (this.#bit(isRep + state) === 0) {
      length = this.#length(matchLength, position);
      this.#reps = [this.#distance(length), reps[0], reps[1], reps[2]];
      this.#state = state < 7 ? 7 : 10;
    } else if (this.#again(position)) {
      length = 1;
      this.#state = state < 7 ? 9 : 11;
    } else {
      length = this.#length(repLength, position);
      this.#state = state < 7 ? 8 : 11;
    }
    this.#repeat(this.#reps[0] + 1, length, end);
  }

  /**
   * Brings the one of the last four distances that is used again to the front.
   *
   * @returns whether it is the last one, for a single octet
   */
  #again(position: number): boolean {
    const state = this.#state;
    const [a, b, c, d] = this.#reps;
    if (this.#bit(isRepG0 + state) === 0) return this.#bit(isRep0Long + state * 16 + position) === 0;
    if (this.#bit(isRepG1 + state) === 0) this.#reps = [b, a, c, d];
    else if (this.#bit(isRepG2 + state) === 0) this.#reps = [c, a, b, d];
    else this.#reps = [d, a, b, c];
    return false;
  }

  #repeat(distance: number, length: number, end: number): void {
    const out = this.#out;
    if (distance > this.written) refuse('damaged', 'its LZMA stream repeats what was not there');
    const stop = Math.min(this.written + length, end);
    for (let at = this.written; at < stop; at++) out[at] = out[at - distance];
    this.written = stop;
  }

  /** Two choices, then a tree of three bits for each position, or one of eight bits for all. */
  #length(tree: number, position: number): number {
    if (this.#bit(tree) === 0) return shortest + this.#tree(tree + 2 + position * 8, 3);
    if (this.#bit(tree + 1) === 0) return shortest + 8 + this.#tree(tree + 2 + 128 + position * 8, 3);
    return shortest + 16 + this.#tree(tree + 2 + 256, 8);
  }

  #distance(length: number): number {
    const slot = this.#tree(slots + Math.min(length - shortest, 3) * 64, 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const base = (2 | (slot & 1)) * 2 ** bits;
    if (slot < 14) return base + this.#reversed(special + base - slot, bits);
    return base + this.#direct(bits - 4) * 16 + this.#reversed(align, 4);
  }

  #tree(start: number, bits: number): number {
    let symbol = 1;
    for (let i = 0; i < bits; i++) symbol = (symbol << 1) | this.#bit(start + symbol);
    return symbol - (1 << bits);
  }

  #reversed(start: number, bits: number): number {
    let symbol = 1;
    let value = 0;
    for (let i = 0; i < bits; i++) {
      const bit = this.#bit(start + symbol);
      symbol = (symbol << 1) | bit;
      value |= bit << i;
    }
    return value;
  }

  /** Bits that are as likely one as zero. */
  #direct(bits: number): number {
    let value = 0;
    for (let i = 0; i < bits; i++) {
      this.#range >>>= 1;
      const bit = this.#code >= this.#range ? 1 : 0;
      if (bit) this.#code -= this.#range;
      value = value * 2 + bit;
      this.#normalise();
    }
    return value;
  }

  #bit(index: number): 0 | 1 {
    const probability = this.#probabilities[index];
    const bound = (this.#range >>> 11) * probability;
    if (this.#code < bound) {
      this.#range = bound;
      this.#probabilities[index] = probability + ((2048 - probability) >> 5);
      this.#normalise();
      return 0;
    }
    this.#range -= bound;
    this.#code -= bound;
    this.#probabilities[index] = probability - (probability >> 5);
    this.#normalise();
    return 1;
  }

  #normalise(): void {
    if (this.#range >= 0x1000000) return;
    this.#range = (this.#range << 8) >>> 0;
    this.#code = ((this.#code << 8) | this.#packed[this.#at++]) >>> 0;
  }
}

function cutShort(): never {
  return refuse('damaged', 'its LZMA stream is cut short');
}
