/** A source of single bits. */
export interface Bits {
  bit(): number;
}

/**
 * Numbers on a rectangle, coded as a tree in which each node is the minimum of up to four child nodes.
 *
 * @see ITU-T T.800 | ISO/IEC 15444-1, annex B.10.2
 */
export class TagTree {
  readonly #widths: number[] = [];
  readonly #starts: number[] = [];
  readonly #lows: Int32Array;
  readonly #known: Uint8Array;

  constructor(width: number, height: number) {
    let [w, h, nodes] = [width, height, 0];
    for (;;) {
      this.#widths.push(w);
      this.#starts.push(nodes);
      nodes += w * h;
      if (w * h <= 1) break;
      [w, h] = [Math.ceil(w / 2), Math.ceil(h / 2)];
    }
    this.#lows = new Int32Array(nodes);
    this.#known = new Uint8Array(nodes);
  }

  /** Reads until the number at column x, row y is known or at least `limit`. Returns the number or `limit`. */
  read(x: number, y: number, limit: number, bits: Bits): number {
    let low = 0;
    for (let level = this.#widths.length - 1; level >= 0; level--) {
      const node = this.#starts[level] + (y >> level) * this.#widths[level] + (x >> level);
      if (this.#lows[node] < low) this.#lows[node] = low;
      while (!this.#known[node] && this.#lows[node] < limit) {
        if (bits.bit() === 1) this.#known[node] = 1;
        else this.#lows[node]++;
      }
      low = this.#lows[node];
      if (!this.#known[node]) return limit;
    }
    return low;
  }
}
