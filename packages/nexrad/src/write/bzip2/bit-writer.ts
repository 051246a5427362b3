/** Writes bits into bytes, most significant first. */
export class BitWriter {
  #bytes = new Uint8Array(1 << 16);
  #length = 0;
  #buffer = 0;
  #pending = 0;

  /** @param count 1 to 24 */
  put(value: number, count: number): void {
    this.#buffer = (this.#buffer << count) | value;
    this.#pending += count;
    if (this.#length + 4 > this.#bytes.length) this.#grow();
    while (this.#pending >= 8) {
      this.#pending -= 8;
      this.#bytes[this.#length++] = this.#buffer >>> this.#pending;
    }
  }

  /** Number of bits so far. */
  get count(): number {
    return 8 * this.#length + this.#pending;
  }

  /** Appends bits that another writer has finished. */
  append(bytes: Uint8Array, count: number): void {
    const whole = count >>> 3;
    for (let i = 0; i < whole; i++) this.put(bytes[i], 8);
    const left = count & 7;
    if (left > 0) this.put(bytes[whole] >>> (8 - left), left);
  }

  put32(value: number): void {
    this.put(value >>> 16, 16);
    this.put(value & 0xffff, 16);
  }

  /** The written bytes, padded to a whole byte. */
  finish(): Uint8Array {
    if (this.#pending > 0) this.put(0, 8 - this.#pending);
    return this.#bytes.subarray(0, this.#length);
  }

  #grow(): void {
    const larger = new Uint8Array(this.#bytes.length * 2);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}
