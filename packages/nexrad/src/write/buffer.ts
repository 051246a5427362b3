/** Writes big-endian numbers to a buffer of fixed length. */
export class Buffered {
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(length: number) {
    this.bytes = new Uint8Array(length);
    this.#view = new DataView(this.bytes.buffer);
  }

  u8(value: number): this {
    this.#view.setUint8(this.#step(1), value);
    return this;
  }

  u16(...values: number[]): this {
    for (const value of values) this.#view.setUint16(this.#step(2), value);
    return this;
  }

  u32(...values: number[]): this {
    for (const value of values) this.#view.setUint32(this.#step(4), value);
    return this;
  }

  f32(...values: number[]): this {
    for (const value of values) this.#view.setFloat32(this.#step(4), value);
    return this;
  }

  text(text: string): this {
    return this.put(Buffer.from(text, 'latin1'));
  }

  put(bytes: Uint8Array): this {
    this.bytes.set(bytes, this.#step(bytes.length));
    return this;
  }

  /** Skips bytes, which stay 0. */
  skip(count: number): this {
    this.#step(count);
    return this;
  }

  #step(size: number): number {
    const at = this.#at;
    this.#at += size;
    return at;
  }
}

/** Concatenates byte arrays. */
export function joined(parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
