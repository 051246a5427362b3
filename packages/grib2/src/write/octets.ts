/**
 * A section to write. Octets are numbered from 1 as in the manual. Integers are big-endian; negative ones have their sign
 * in the highest bit and their magnitude in the others (regulation 92.1.5).
 */
export class Octets {
  readonly bytes: Uint8Array;
  readonly #view: DataView;

  /** A section of `length` octets whose header (length, number) is filled in; the rest is 0. */
  constructor(sectionNumber: number, length: number) {
    this.bytes = new Uint8Array(length);
    this.#view = new DataView(this.bytes.buffer);
    this.u32(1, length).u8(5, sectionNumber);
  }

  u8(octet: number, value: number): this {
    this.#view.setUint8(octet - 1, within(value, 0, 0xff, octet));
    return this;
  }

  u16(octet: number, value: number): this {
    this.#view.setUint16(octet - 1, within(value, 0, 0xffff, octet));
    return this;
  }

  u32(octet: number, value: number): this {
    this.#view.setUint32(octet - 1, within(value, 0, 0xffffffff, octet));
    return this;
  }

  s8(octet: number, value: number): this {
    return this.u8(octet, signed(within(value, -0x7f, 0x7f, octet), 0x80));
  }

  s16(octet: number, value: number): this {
    return this.u16(octet, signed(within(value, -0x7fff, 0x7fff, octet), 0x8000));
  }

  s32(octet: number, value: number): this {
    return this.u32(octet, signed(within(value, -0x7fffffff, 0x7fffffff, octet), 0x80000000));
  }

  f32(octet: number, value: number): this {
    this.#view.setFloat32(octet - 1, value);
    return this;
  }

  /** Copies bytes to the section from this octet. */
  put(octet: number, bytes: Uint8Array): this {
    this.bytes.set(bytes, octet - 1);
    return this;
  }
}

function signed(value: number, signBit: number): number {
  return value < 0 ? signBit - value : value;
}

function within(value: number, min: number, max: number, octet: number): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new RangeError(`octet ${octet} takes a whole number from ${min} to ${max}, not ${value}`);
}
