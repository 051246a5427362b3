import { NexradError } from './error.ts';

/**
 * Reads big-endian numbers from a part of a file, by offset from its first byte.
 *
 * @throws {NexradError} `truncated`, from every reader, if the number is past the end
 */
export class Octets {
  readonly bytes: Uint8Array;
  readonly #name: string;
  readonly #view: DataView;

  /** @param name name of the part in messages, for example "message 31" */
  constructor(bytes: Uint8Array, name: string) {
    this.bytes = bytes;
    this.#name = name;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  get length(): number {
    return this.bytes.length;
  }

  u8(at: number): number {
    return this.#view.getUint8(this.#check(at, 1));
  }

  s8(at: number): number {
    return this.#view.getInt8(this.#check(at, 1));
  }

  u16(at: number): number {
    return this.#view.getUint16(this.#check(at, 2));
  }

  s16(at: number): number {
    return this.#view.getInt16(this.#check(at, 2));
  }

  u32(at: number): number {
    return this.#view.getUint32(this.#check(at, 4));
  }

  s32(at: number): number {
    return this.#view.getInt32(this.#check(at, 4));
  }

  f32(at: number): number {
    return this.#view.getFloat32(this.#check(at, 4));
  }

  /** `length` bytes as text, without trailing blanks and NULs. */
  text(at: number, length: number): string {
    const bytes = this.slice(at, length);
    return Buffer.from(bytes.buffer, bytes.byteOffset, length)
      .toString('latin1')
      .replace(/(?<![\0 ])[\0 ]+$/, '');
  }

  /** `length` bytes, not copied. */
  slice(at: number, length: number): Uint8Array {
    this.#check(at, length);
    return this.bytes.subarray(at, at + length);
  }

  /** A part with its own name. */
  part(at: number, length: number, name: string): Octets {
    return new Octets(this.slice(at, length), name);
  }

  #check(at: number, size: number): number {
    if (at >= 0 && at + size <= this.bytes.length) return at;
    throw new NexradError('truncated', `${this.#name} has ${this.bytes.length} bytes, byte ${at + size} was needed`);
  }
}
