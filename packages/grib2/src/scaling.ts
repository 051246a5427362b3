import { Grib2Error } from './error.ts';
import type { Section } from './section.ts';

/** The scaling of integer packings: Y = (R + X * 2^E) / 10^D. */
export class Scaling {
  /** The value of code 0. */
  readonly offset: number;
  /** The difference between consecutive codes. */
  readonly scale: number;
  readonly #reference: number;
  readonly #binary: number;
  readonly #decimal: number;

  /** @param bias subtracted from the stored codes, so that they fit signed 32 bits */
  constructor(reference: number, binaryScale: number, decimalScale: number, bias = 0) {
    this.#binary = 2 ** binaryScale;
    this.#decimal = 10 ** Math.abs(decimalScale); // dividing by 10^D is exact, multiplying by 10^-D is not
    this.#reference = reference + bias * this.#binary;
    if (decimalScale < 0) this.#decimal = 1 / this.#decimal;
    this.offset = this.#reference / this.#decimal;
    this.scale = this.#binary / this.#decimal;
    if (!Number.isFinite(this.offset) || !Number.isFinite(this.scale)) {
      throw new Grib2Error(
        'damaged',
        `reference ${reference}, binary scale ${binaryScale} and decimal scale ${decimalScale} make no finite values`,
      );
    }
  }

  /** Octets 12 to 19 of section 5. */
  static read(section5: Section, bias = 0): Scaling {
    return new Scaling(section5.f32(12), section5.s16(16), section5.s16(18), bias);
  }

  valueOf(code: number): number {
    return (this.#reference + code * this.#binary) / this.#decimal;
  }
}

/** A scaling in which code 0 is `value`. */
export function constantScaling(value: number): Scaling {
  return new Scaling(value, 0, 0);
}
