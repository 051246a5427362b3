/** Probability of the less probable symbol, next states after each symbol, whether the symbols are switched (table C.2). */
const transitions: [estimate: number, more: number, less: number, swap: 0 | 1][] = [
  [0x5601, 1, 1, 1],
  [0x3401, 2, 6, 0],
  [0x1801, 3, 9, 0],
  [0x0ac1, 4, 12, 0],
  [0x0521, 5, 29, 0],
  [0x0221, 38, 33, 0],
  [0x5601, 7, 6, 1],
  [0x5401, 8, 14, 0],
  [0x4801, 9, 14, 0],
  [0x3801, 10, 14, 0],
  [0x3001, 11, 17, 0],
  [0x2401, 12, 18, 0],
  [0x1c01, 13, 20, 0],
  [0x1601, 29, 21, 0],
  [0x5601, 15, 14, 1],
  [0x5401, 16, 14, 0],
  [0x5101, 17, 15, 0],
  [0x4801, 18, 16, 0],
  [0x3801, 19, 17, 0],
  [0x3401, 20, 18, 0],
  [0x3001, 21, 19, 0],
  [0x2801, 22, 19, 0],
  [0x2401, 23, 20, 0],
  [0x2201, 24, 21, 0],
  [0x1c01, 25, 22, 0],
  [0x1801, 26, 23, 0],
  [0x1601, 27, 24, 0],
  [0x1401, 28, 25, 0],
  [0x1201, 29, 26, 0],
  [0x1101, 30, 27, 0],
  [0x0ac1, 31, 28, 0],
  [0x09c1, 32, 29, 0],
  [0x08a1, 33, 30, 0],
  [0x0521, 34, 31, 0],
  [0x0441, 35, 32, 0],
  [0x02a1, 36, 33, 0],
  [0x0221, 37, 34, 0],
  [0x0141, 38, 35, 0],
  [0x0111, 39, 36, 0],
  [0x0085, 40, 37, 0],
  [0x0049, 41, 38, 0],
  [0x0025, 42, 39, 0],
  [0x0015, 43, 40, 0],
  [0x0009, 44, 41, 0],
  [0x0005, 45, 42, 0],
  [0x0001, 45, 43, 0],
  [0x5601, 46, 46, 0],
];

const estimates = Uint16Array.from(transitions, ([estimate]) => estimate);
const afterMore = Uint8Array.from(transitions, ([, more]) => more);
const afterLess = Uint8Array.from(transitions, ([, , less]) => less);
const swaps = Uint8Array.from(transitions, ([, , , swap]) => swap);

/** Contexts of code blocks by purpose (table D.7 and annex D.3). */
export const contextIndex = { zero: 0, sign: 9, magnitude: 14, run: 17, uniform: 18, count: 19 };

/**
 * The arithmetic decoder of code blocks. It is started for each segment; contexts are retained or reset.
 *
 * @see ITU-T T.800 | ISO/IEC 15444-1, annex C.3
 */
export class ArithmeticDecoder {
  #bytes: Uint8Array = new Uint8Array(0);
  #at = 0;
  #code = 0;
  #interval = 0;
  #left = 0;
  readonly #states = new Uint8Array(contextIndex.count);
  readonly #likely = new Uint8Array(contextIndex.count);

  resetContexts(): void {
    this.#states.fill(0);
    this.#likely.fill(0);
    this.#states[contextIndex.zero] = 4;
    this.#states[contextIndex.run] = 3;
    this.#states[contextIndex.uniform] = 46;
  }

  start(bytes: Uint8Array): void {
    this.#bytes = bytes;
    this.#at = 0;
    this.#code = this.#octet(0) << 16;
    this.#feed();
    this.#code <<= 7;
    this.#left -= 7;
    this.#interval = 0x8000;
  }

  decode(context: number): number {
    const state = this.#states[context];
    const estimate = estimates[state];
    const likely = this.#likely[context];
    this.#interval -= estimate;
    if (this.#code >>> 16 < estimate) {
      const kept = this.#interval < estimate;
      this.#interval = estimate;
      return kept ? this.#more(context, state, likely) : this.#less(context, state, likely);
    }
    this.#code -= estimate << 16;
    if (this.#interval & 0x8000) return likely;
    return this.#interval < estimate ? this.#less(context, state, likely) : this.#more(context, state, likely);
  }

  #more(context: number, state: number, likely: number): number {
    this.#states[context] = afterMore[state];
    this.#renormalise();
    return likely;
  }

  #less(context: number, state: number, likely: number): number {
    if (swaps[state]) this.#likely[context] = 1 - likely;
    this.#states[context] = afterLess[state];
    this.#renormalise();
    return 1 - likely;
  }

  #renormalise(): void {
    do {
      if (this.#left === 0) this.#feed();
      this.#interval <<= 1;
      this.#code <<= 1;
      this.#left--;
    } while ((this.#interval & 0x8000) === 0);
  }

  /** After the end or a marker, the input continues with ones. */
  #feed(): void {
    if (this.#octet(this.#at) !== 0xff) {
      this.#at++;
      this.#code += this.#octet(this.#at) << 8;
      this.#left = 8;
    } else if (this.#octet(this.#at + 1) > 0x8f) {
      this.#code += 0xff00;
      this.#left = 8;
    } else {
      this.#at++;
      this.#code += this.#octet(this.#at) << 9;
      this.#left = 7;
    }
  }

  #octet(at: number): number {
    return at < this.#bytes.length ? this.#bytes[at] : 0xff;
  }
}

/** Bits of a raw segment; after an octet of 0xff, the next has only seven bits. */
export class RawBits {
  readonly #bytes: Uint8Array;
  #at = 0;
  #octet = 0;
  #left = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  bit(): number {
    if (this.#left === 0) {
      this.#left = this.#octet === 0xff ? 7 : 8;
      this.#octet = this.#at < this.#bytes.length ? this.#bytes[this.#at++] : 0xff;
    }
    this.#left--;
    return (this.#octet >> this.#left) & 1;
  }
}
