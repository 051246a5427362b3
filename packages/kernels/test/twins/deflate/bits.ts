/** Writes bits into bytes, the first into the lowest place, as DEFLATE has them (RFC 1951, section 3.1.1). */
export class BitWriter {
  readonly bytes: Uint8Array;
  at = 0;
  #held = 0;
  #count = 0;

  constructor(bytes: Uint8Array, at: number) {
    this.bytes = bytes;
    this.at = at;
  }

  /** Appends up to 16 bits. */
  write(value: number, bits: number): void {
    this.#held |= value << this.#count;
    this.#count += bits;
    while (this.#count >= 8) {
      this.bytes[this.at++] = this.#held;
      this.#held >>>= 8;
      this.#count -= 8;
    }
  }

  /** Fills the last byte with zeros. */
  flush(): void {
    if (this.#count > 0) this.bytes[this.at++] = this.#held;
    this.#held = 0;
    this.#count = 0;
  }
}
