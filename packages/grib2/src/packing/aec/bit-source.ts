import { Grib2Error } from '../../error.ts';

/** Octets after the end that a block of 64 values of 32 bits may read before the check. */
const paddingOctets = 64 * 4 + 16;

/** Reads bits, highest first. Bits shortly after the end are 0; `check` detects this. */
export class BitSource {
  readonly #view: DataView;
  readonly #end: number;
  #at = 0;
  #bit = 0;

  constructor(bytes: Uint8Array) {
    const padded = new Uint8Array(bytes.length + paddingOctets);
    padded.set(bytes);
    this.#view = new DataView(padded.buffer);
    this.#end = bytes.length;
  }

  /** An unsigned integer of 1 to 32 bits. */
  take(width: number): number {
    const word = this.#view.getUint32(this.#at);
    const over = this.#bit + width - 32;
    const value = (word << this.#bit) >>> (32 - width);
    const rest = over > 0 ? this.#view.getUint8(this.#at + 4) >>> (8 - over) : 0;
    this.#skip(width);
    return (value | rest) >>> 0;
  }

  /** A fundamental sequence: the number of zeros before the next one, which is read too. */
  zeros(): number {
    let count = 0;
    let word = this.#view.getUint32(this.#at) << this.#bit;
    while (word === 0) {
      count += 32 - this.#bit;
      this.#skip(32 - this.#bit);
      this.check();
      word = this.#view.getUint32(this.#at);
    }
    const more = Math.clz32(word);
    this.#skip(more + 1);
    return count + more;
  }

  /** Reads a fundamental sequence for every sample from `from`, shifted left by `low` bits. */
  takeHigh(low: number, into: Int32Array, from: number): void {
    const view = this.#view;
    let [at, bit] = [this.#at, this.#bit];
    for (let i = from; i < into.length; i++) {
      const word = view.getUint32(at) << bit;
      if (word === 0) {
        [this.#at, this.#bit] = [at, bit];
        into[i] = this.zeros() << low;
        [at, bit] = [this.#at, this.#bit];
        continue;
      }
      const count = Math.clz32(word);
      into[i] = count << low;
      bit += count + 1;
      at += bit >>> 3;
      bit &= 7;
    }
    [this.#at, this.#bit] = [at, bit];
  }

  /** Adds the `low` bits, 1 to 25, of every sample from `from`. */
  takeLow(low: number, into: Int32Array, from: number): void {
    const view = this.#view;
    let [at, bit] = [this.#at, this.#bit];
    for (let i = from; i < into.length; i++) {
      into[i] |= (view.getUint32(at) << bit) >>> (32 - low);
      bit += low;
      at += bit >>> 3;
      bit &= 7;
    }
    [this.#at, this.#bit] = [at, bit];
  }

  /** Continues at the next octet. */
  align(): void {
    if (this.#bit > 0) this.#skip(8 - this.#bit);
  }

  /** @throws {Grib2Error} `truncated` if bits after the end were read */
  check(): void {
    if (this.#at + (this.#bit > 0 ? 1 : 0) <= this.#end) return;
    throw new Grib2Error('truncated', `the ${this.#end} bytes of coded data end before the values do`);
  }

  #skip(bits: number): void {
    const next = this.#bit + bits;
    this.#at += next >>> 3;
    this.#bit = next & 7;
  }
}
