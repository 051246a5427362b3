/** Unsigned integers of any width up to 32 bits, packed one after another, highest bit first. */
export class BitWriter {
  readonly #bytes: Uint8Array;
  #at = 0;
  #buffer = 0; // bits not yet written, in the low `held` bits
  #held = 0;

  /** Room for `bits` bits; more may not be written. */
  constructor(bits: number) {
    this.#bytes = new Uint8Array(Math.ceil(bits / 8));
  }

  write(value: number, width: number): void {
    if (width > 16) {
      this.write(Math.floor(value / 0x10000), width - 16);
      this.write(value & 0xffff, 16);
      return;
    }
    this.#buffer = (this.#buffer << width) | value; // at most 7 + 16 bits
    this.#held += width;
    while (this.#held >= 8) {
      this.#held -= 8;
      this.#bytes[this.#at++] = this.#buffer >>> this.#held;
    }
    this.#buffer &= 0x7f;
  }

  /** Fills the octet begun with zero bits. */
  align(): void {
    if (this.#held > 0) this.write(0, 8 - this.#held);
  }

  finish(): Uint8Array {
    this.align();
    return this.#bytes.subarray(0, this.#at);
  }
}
