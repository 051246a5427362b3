import type { Scaling } from './scaling.ts';

/** The code of a missing value, wherever `missingCode` is given: below every code that a packing can hold. */
export const MISSING = -(2 ** 31);

/** Whole numbers as they were packed, a point of the grid each, in stored order. */
export interface Codes {
  packed: Uint16Array | Int32Array;
  /** Present where points may be missing: the code that says so. */
  missingCode?: number;
}

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
}

/** One value everywhere. Nothing is allocated until somebody wants an array. */
export class ConstantValues implements FieldValues {
  readonly count: number;
  private readonly value: number;

  constructor(value: number, count: number) {
    this.value = value;
    this.count = count;
  }

  at(index: number): number | null {
    return index < this.count ? this.value : null;
  }

  floats(): Float32Array {
    return new Float32Array(this.count).fill(this.value);
  }

  statistics(absent: number[] = []): Statistics {
    const { value, count } = this;
    if (absent.includes(value)) return allMissing(count);
    return { count, missing: 0, min: value, max: value, mean: value };
  }

  packed(): PackedValues {
    return { packed: new Uint16Array(this.count), scale: 1, offset: this.value };
  }
}

/** Whole numbers and a scaling. */
export class CodedValues implements FieldValues {
  private readonly codes: Codes;
  private readonly scaling: Scaling;

  constructor(codes: Codes, scaling: Scaling) {
    this.codes = codes;
    this.scaling = scaling;
  }

  get count(): number {
    return this.codes.packed.length;
  }

  at(index: number): number | null {
    const code = this.codes.packed[index];
    return code === undefined || code === this.codes.missingCode ? null : this.scaling.valueOf(code);
  }

  floats(): Float32Array {
    const { packed, missingCode } = this.codes;
    const values = new Float32Array(packed.length);
    scaleAll(packed, values, this.scaling.offset, this.scaling.scale);
    if (missingCode !== undefined) markMissing(packed, values, missingCode);
    return values;
  }

  statistics(absent: number[] = []): Statistics {
    const { count } = this;
    const { min, max, sum, present } = summarise(this.codes, this.codesOf(absent));
    if (present === 0) return allMissing(count);
    const mean = this.scaling.valueOf(sum / present);
    return { count, missing: count - present, min: this.scaling.valueOf(min), max: this.scaling.valueOf(max), mean };
  }

  /** The codes of these values, as far as they have one. */
  private codesOf(values: number[]): number[] {
    const { offset, scale } = this.scaling;
    return values
      .map((value) => ({ value, code: Math.round((value - offset) / scale) }))
      .filter(({ value, code }) => Math.abs(this.scaling.valueOf(code) - value) <= scale / 1000)
      .map(({ code }) => code);
  }

  packed(): PackedValues {
    return { ...this.codes, scale: this.scaling.scale, offset: this.scaling.offset };
  }
}

/** Floats as they were packed, NaN where missing. */
export class FloatValues implements FieldValues {
  private readonly values: Float32Array | Float64Array;

  constructor(values: Float32Array | Float64Array) {
    this.values = values;
  }

  get count(): number {
    return this.values.length;
  }

  at(index: number): number | null {
    const value = this.values[index];
    return value === undefined || Number.isNaN(value) ? null : value;
  }

  floats(): Float32Array | Float64Array {
    return this.values;
  }

  statistics(absent: number[] = []): Statistics {
    const { count } = this;
    const { min, max, sum, present } = summariseFloats(this.values, absent);
    if (present === 0) return allMissing(count);
    return { count, missing: count - present, min, max, mean: sum / present };
  }

  packed(): undefined {
    return undefined;
  }
}

function allMissing(count: number): Statistics {
  return { count, missing: count, min: null, max: null, mean: null };
}

interface Summary {
  min: number;
  max: number;
  sum: number;
  present: number;
}

/** Each kind of array has its own loop: one that sees both is compiled for neither. */
function summarise({ packed, missingCode }: Codes, absent: number[]): Summary {
  const left = missingCode === undefined ? absent : [missingCode, ...absent];
  if (left.length > 0) return left.length === 1 ? summarisePresent(packed, left[0]) : summariseOthers(packed, left);
  return packed instanceof Uint16Array ? summariseShorts(packed) : summariseLongs(packed);
}

const BLOCK = 16384; // so many sums of 16 bits stay below 2^31

function summariseShorts(packed: Uint16Array): Summary {
  let min = packed[0] | 0;
  let max = min;
  let sum = 0;
  for (let start = 0; start < packed.length; start += BLOCK) {
    const end = Math.min(start + BLOCK, packed.length);
    let part = 0;
    for (let i = start; i < end; i++) {
      const code = packed[i];
      if (code < min) min = code;
      else if (code > max) max = code;
      part = (part + code) | 0;
    }
    sum += part;
  }
  return { min, max, sum, present: packed.length };
}

function summariseLongs(packed: Int32Array): Summary {
  let min = packed[0] | 0;
  let max = min;
  let sum = 0; // exact: 120 million codes of 26 bits stay below 2^53
  for (let i = 0; i < packed.length; i++) {
    const code = packed[i];
    if (code < min) min = code;
    else if (code > max) max = code;
    sum += code;
  }
  return { min, max, sum, present: packed.length };
}

function summarisePresent(packed: Codes['packed'], missingCode: number): Summary {
  let min = Infinity;
  let max = -Infinity;
  let sum = 0;
  let present = 0;
  for (let i = 0; i < packed.length; i++) {
    const code = packed[i];
    if (code === missingCode) continue;
    if (code < min) min = code;
    if (code > max) max = code;
    sum += code;
    present++;
  }
  return { min, max, sum, present };
}

function summariseOthers(packed: Codes['packed'], left: number[]): Summary {
  let min = Infinity;
  let max = -Infinity;
  let sum = 0;
  let present = 0;
  for (let i = 0; i < packed.length; i++) {
    const code = packed[i];
    if (left.includes(code)) continue;
    if (code < min) min = code;
    if (code > max) max = code;
    sum += code;
    present++;
  }
  return { min, max, sum, present };
}

function summariseFloats(values: Float32Array | Float64Array, absent: number[]): Summary {
  let min = Infinity;
  let max = -Infinity;
  let sum = 0;
  let present = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (Number.isNaN(value) || absent.includes(value)) continue;
    if (value < min) min = value;
    if (value > max) max = value;
    sum += value;
    present++;
  }
  return { min, max, sum, present };
}

function scaleAll(packed: Codes['packed'], values: Float32Array, offset: number, scale: number): void {
  for (let i = 0; i < values.length; i++) values[i] = offset + packed[i] * scale;
}

function markMissing(packed: Codes['packed'], values: Float32Array, missingCode: number): void {
  for (let i = 0; i < values.length; i++) if (packed[i] === missingCode) values[i] = NaN;
}
