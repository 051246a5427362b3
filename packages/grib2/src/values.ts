import { giveBack } from '@severe/kernels';
import { type Codes } from './codes.ts';
import type { Scaling } from './scaling.ts';
import { summarise, summariseFloats } from './summary.ts';

/** Codes with their scaling: value = offset + packed * scale. */
export interface PackedValues extends Codes {
  scale: number;
  offset: number;
}

/** Statistics of the points that are not missing; null if all are. */
export interface Statistics {
  count: number;
  missing: number;
  min: number | null;
  max: number | null;
  mean: number | null;
}

/** The decoded values of a field, one per point of the grid, in stored order. */
export interface FieldValues {
  readonly count: number;
  /** The value at an index in stored order; null if it is missing. */
  at(index: number): number | null;
  /** All values; missing ones are NaN. */
  floats(): Float32Array | Float64Array;
  /** @param absent fill values, which count as missing */
  statistics(absent?: number[]): Statistics;
  /** The packed integers; undefined for fields that were packed as floats. */
  packed(): PackedValues | undefined;
  /** Returns the memory of large fields for reuse. The values must not be used afterwards. */
  release(): void;
}

/** The same value at all points. Arrays are allocated only on request. */
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

/** Integers with a scaling. */
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

  /** The codes of these values, without values that have no code. */
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

/** Floats as packed; missing ones are NaN. */
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
