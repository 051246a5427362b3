import { Grib2Error } from './error.ts';

/**
 * A section of a message, read by the octet numbers of the manual; the first octet is 1. Integers are big-endian. Signed
 * ones have their sign in the highest bit and their magnitude in the others (regulation 92.1.5).
 *
 * @throws {Grib2Error} `truncated`, from every reader, if the octet is after the end of the section
 */
export class Section {
  readonly number: number;
  readonly bytes: Uint8Array;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.number = bytes[4];
  }

  get length(): number {
    return this.bytes.length;
  }

  u8(octet: number): number {
    return this.#view.getUint8(this.#at(octet, 1));
  }

  u16(octet: number): number {
    return this.#view.getUint16(this.#at(octet, 2));
  }

  u32(octet: number): number {
    return this.#view.getUint32(this.#at(octet, 4));
  }

  s8(octet: number): number {
    return magnitude(this.u8(octet), 0x80);
  }

  s16(octet: number): number {
    return magnitude(this.u16(octet), 0x8000);
  }

  s32(octet: number): number {
    return magnitude(this.u32(octet), 0x80000000);
  }

  f32(octet: number): number {
    return this.#view.getFloat32(this.#at(octet, 4));
  }

  /** Undefined if all bits are set, which means "missing" (regulation 92.1.4). */
  optionalU8(octet: number): number | undefined {
    return present(this.u8(octet), 0xff);
  }

  optionalU32(octet: number): number | undefined {
    return present(this.u32(octet), 0xffffffff);
  }

  /** The octets from this one to the end. */
  from(octet: number): Uint8Array {
    return this.bytes.subarray(octet - 1);
  }

  #at(octet: number, size: number): number {
    if (octet + size - 1 <= this.bytes.length) return octet - 1;
    throw new Grib2Error(
      'truncated',
      `section ${this.number} has ${this.bytes.length} octets, octet ${octet + size - 1} was needed`,
    );
  }
}

function magnitude(bits: number, signBit: number): number {
  return bits >= signBit ? signBit - bits : bits;
}

function present(value: number, missing: number): number | undefined {
  return value === missing ? undefined : value;
}
