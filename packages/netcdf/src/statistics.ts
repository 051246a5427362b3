import { valueOf, type Packing } from './packing.ts';

export type StoredNumbers =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array
  | BigInt64Array
  | BigUint64Array;

/** Statistics of all cells of a variable; `min`, `max` and `mean` are values of cells that are not missing. */
export interface Statistics {
  count: number;
  missing: number;
  min: number | null;
  max: number | null;
  mean: number | null;
}

/** Accumulates the statistics of a variable, piece by piece. */
export class RunningStatistics {
  readonly #packing: Packing;
  #count = 0;
  #valid = 0;
  #min = Infinity;
  #max = -Infinity;
  #sum = 0; // of stored numbers, as are minimum and maximum

  constructor(packing: Packing) {
    this.#packing = packing;
  }

  /** @param stored numbers with their sign resolved */
  add(stored: StoredNumbers): void {
    this.#count += stored.length;
    if (stored instanceof BigInt64Array || stored instanceof BigUint64Array) {
      this.#addNumbers(Float64Array.from(stored, Number));
    } else this.#addNumbers(stored);
  }

  #addNumbers(stored: Exclude<StoredNumbers, BigInt64Array | BigUint64Array>): void {
    const { fills, lowest, highest } = this.#packing;
    const [fill = NaN, other = NaN] = fills; // more than two are rare, and checked below
    const more = fills.length > 2;
    let [valid, sum, min, max] = [0, 0, this.#min, this.#max];
    for (let i = 0; i < stored.length; i++) {
      const number = stored[i];
      if (number === fill || number === other || !(number >= lowest && number <= highest)) continue;
      if (number - number !== 0 || (more && fills.includes(number))) continue; // infinite
      valid++;
      sum += number;
      if (number < min) min = number;
      if (number > max) max = number;
    }
    this.#valid += valid;
    this.#sum += sum;
    this.#min = min;
    this.#max = max;
  }

  finish(): Statistics {
    const counts = { count: this.#count, missing: this.#count - this.#valid };
    if (this.#valid === 0) return { ...counts, min: null, max: null, mean: null };
    const inValues = (stored: number): number => valueOf(stored, { ...this.#packing, fills: [] }) as number;
    const ends = [inValues(this.#min), inValues(this.#max)].sort((a, b) => a - b); // scales may be negative
    return { ...counts, min: ends[0], max: ends[1], mean: inValues(this.#sum / this.#valid) };
  }
}
