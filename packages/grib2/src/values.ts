import { giveBack } from '@severe/kernels';
import { type Codes } from './codes.ts';
import type { Scaling } from './scaling.ts';
import { summarise, summariseFloats } from './summary.ts';

/** Codes and what makes values of them: value = offset + packed * scale. */
export interface PackedValues extends Codes {
  scale: number;
  offset: number;
}

/** Minimum, maximum and mean are over the points that are not missing, and null where all are. */
export interface Statistics {
  count: number;
  missing: number;
  min: number | null;
  max: number | null;
  mean: number | null;
}

/** The values of a field, decoded, a point of the grid each, in stored order. */
export interface FieldValues {
  readonly count: number;
  /** The value at an index in stored order; null where it is missing. */
  at(index: number): number | null;
  /** All values; NaN where missing. */
  floats(): Float32Array | Float64Array;
  /** @param absent values that say "nothing here" and count as missing too */
  statistics(absent?: number[]): Statistics;
  /** The whole numbers behind the values; undefined for fields that were packed as floats. */
  packed(): PackedValues | undefined;
  /** Frees the memory of large fields for the next one, sooner than it would be freed without; not to be used again. */
  release(): void;
}

/** One value everywhere. Nothing is allocated until somebody wants an array. */
export class ConstantValues implements FieldValues {
  readonly count: number;
  readonly #value: number;

  constructor(value: number, count: number) {
    this.#value = value;
    this.count = count;
  }

  at(index: number): number | null {
    return index < this.count ? this.#value : null;
  }

  floats(): Float32Array {
    return new Float32Array(this.count).fill(this.#value);
  }

  statistics(absent: number[] = []): Statistics {
    const { count } = this;
    const value = this.#value;
    if (absent.includes(value)) return allMissing(count);
    return { count, missing: 0, min: value, max: value, mean: value };
  }

  packed(): PackedValues {
    return { packed: new Uint16Array(this.count), scale: 1, offset: this.#value };
  }

  release(): void {}
}

/** Whole numbers and a scaling. */
export class CodedValues implements FieldValues {
  readonly #codes: Codes;
  readonly #scaling: Scaling;

  constructor(codes: Codes, scaling: Scaling) {
    this.#codes = codes;
    this.#scaling = scaling;
  }

  get count(): number {
    return this.#codes.packed.length;
  }

  at(index: number): number | null {
    const code = this.#codes.packed[index];
    return code === undefined || code === this.#codes.missingCode ? null : this.#scaling.valueOf(code);
  }

  floats(): Float32Array {
    const { packed, missingCode } = this.#codes;
    const values = new Float32Array(packed.length);
    scaleAll(packed, values, this.#scaling.offset, this.#scaling.scale);
    if (missingCode !== undefined) markMissing(packed, values, missingCode);
    return values;
  }

  statistics(absent: number[] = []): Statistics {
    const { count } = this;
    const { min, max, sum, present } = summarise(this.#codes, this.#codesOf(absent));
    if (present === 0) return allMissing(count);
    const mean = this.#scaling.valueOf(sum / present);
    return { count, missing: count - present, min: this.#scaling.valueOf(min), max: this.#scaling.valueOf(max), mean };
  }

  /** The codes of these values, as far as they have one. */
  #codesOf(values: number[]): number[] {
    const { offset, scale } = this.#scaling;
    return values
      .map((value) => ({ value, code: Math.round((value - offset) / scale) }))
      .filter(({ value, code }) => Math.abs(this.#scaling.valueOf(code) - value) <= scale / 1000)
      .map(({ code }) => code);
  }

  packed(): PackedValues {
    return { ...this.#codes, scale: this.#scaling.scale, offset: this.#scaling.offset };
  }

  release(): void {
    giveBack(this.#codes.packed);
  }
}

/** Floats as they were packed, NaN where missing. */
export class FloatValues implements FieldValues {
  readonly #values: Float32Array | Float64Array;

  constructor(values: Float32Array | Float64Array) {
    this.#values = values;
  }

  get count(): number {
    return this.#values.length;
  }

  at(index: number): number | null {
    const value = this.#values[index];
    return value === undefined || Number.isNaN(value) ? null : value;
  }

  floats(): Float32Array | Float64Array {
    return this.#values;
  }

  statistics(absent: number[] = []): Statistics {
    const { count } = this;
    const { min, max, sum, present } = summariseFloats(this.#values, absent);
    if (present === 0) return allMissing(count);
    return { count, missing: count - present, min, max, mean: sum / present };
  }

  packed(): undefined {
    return undefined;
  }

  release(): void {}
}

function allMissing(count: number): Statistics {
  return { count, missing: count, min: null, max: null, mean: null };
}

function scaleAll(packed: Codes['packed'], values: Float32Array, offset: number, scale: number): void {
  for (let i = 0; i < values.length; i++) values[i] = offset + packed[i] * scale;
}

function markMissing(packed: Codes['packed'], values: Float32Array, missingCode: number): void {
  for (let i = 0; i < values.length; i++) if (packed[i] === missingCode) values[i] = NaN;
}
