import type { Octets } from '../../octets.ts';

/**
 * Reads external data representation (RFC 4506): every item fills a multiple of four bytes, big-endian.
 *
 * @throws {NexradError} `truncated`, from every reader
 */
export class Xdr {
  readonly #data: Octets;
  #at = 0;

  constructor(data: Octets) {
    this.#data = data;
  }

  /** Bytes that are not read yet. */
  get left(): number {
    return this.#data.length - this.#at;
  }

  int(): number {
    return this.#data.s32(this.#step(4));
  }

  unsigned(): number {
    return this.#data.u32(this.#step(4));
  }

  float(): number {
    return this.#data.f32(this.#step(4));
  }

  text(): string {
    const length = this.unsigned();
    return this.#data.text(this.#step(Math.ceil(length / 4) * 4), length);
  }

  /** Skips values of four bytes. */
  skip(count: number): void {
    this.#step(4 * count);
  }

  /** Reads an array of 16-bit integers. It fills `into` and skips the rest. */
  ints(into: Uint16Array): void {
    const count = this.unsigned();
    const bytes = this.#data.slice(this.#step(count * 4), count * 4);
    const most = Math.min(count, into.length);
    for (let i = 0; i < most; i++) into[i] = (bytes[4 * i + 2] << 8) | bytes[4 * i + 3];
  }

  #step(size: number): number {
    const at = this.#at;
    this.#at += size;
    return at;
  }
}
