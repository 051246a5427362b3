/** A growing buffer of little-endian numbers and octets. */
export class LittleEndianWriter {
  #bytes = new Uint8Array(256);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  u8(...values: number[]): this {
    for (const value of values) this.#step(1, (view, at) => view.setUint8(at, value));
    return this;
  }

  u16(...values: number[]): this {
    for (const value of values) this.#step(2, (view, at) => view.setUint16(at, value, true));
    return this;
  }

  u32(...values: number[]): this {
    for (const value of values) this.#step(4, (view, at) => view.setUint32(at, value, true));
    return this;
  }

  /** Integers of eight octets: addresses and lengths. */
  u64(...values: (number | bigint)[]): this {
    for (const value of values) this.#step(8, (view, at) => view.setBigUint64(at, BigInt(value), true));
    return this;
  }

  text(text: string): this {
    return this.put(Buffer.from(text, 'latin1'));
  }

  put(bytes: Uint8Array): this {
    return this.#step(bytes.length, (_, at) => this.#bytes.set(bytes, at));
  }

  /** Pads with zeros to a length. */
  fillTo(length: number): this {
    return this.#step(length - this.#length, () => undefined);
  }

  /** The written octets. Do not write afterwards. */
  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #step(size: number, write: (view: DataView, at: number) => void): this {
    const at = this.#length;
    this.#length += size;
    if (this.#length > this.#bytes.length) {
      const grown = new Uint8Array(2 * this.#length);
      grown.set(this.#bytes);
      this.#bytes = grown;
      this.#view = new DataView(grown.buffer);
    }
    write(this.#view, at);
    return this;
  }
}
