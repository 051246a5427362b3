import type { Band } from './bands.ts';
import type { ImageLayout } from '../image-layout.ts';
import type { Samples } from './samples.ts';

/** Statistics of all pixels of a band; `min`, `max` and `mean` are physical values of pixels that are not missing. */
export interface Statistics {
  count: number;
  missing: number;
  min: number | null;
  max: number | null;
  mean: number | null;
}

/** Running sums of a band: a histogram if the sample type is small, else sums of the numbers themselves. */
interface Tally {
  band: Band;
  count: number;
  missing: number;
  min: number;
  max: number;
  sum: number;
  /** Count of each number from `lowest` up. Doubles count beyond 32 bits. */
  histogram: Float64Array | undefined;
  lowest: number;
}

/** Pixels of a block that belong to the image, in one of its bands. */
interface Part {
  band: number;
  columns: number;
  rows: number;
}

/** Octets of the histograms of all bands. */
const maxHistogramBytes = 64e6;

export function newTally({ kind, bits, bands }: ImageLayout, band: Band): Tally {
  const few = bits <= 16 && (kind === 'uint' || kind === 'int') && bands * 2 ** bits * 8 <= maxHistogramBytes;
  return {
    band,
    count: 0,
    missing: 0,
    min: Infinity,
    max: -Infinity,
    sum: 0,
    histogram: few ? new Float64Array(2 ** bits) : undefined,
    lowest: kind === 'int' ? -(2 ** (bits - 1)) : 0,
  };
}

/** Adds the pixels of a block. */
export function tally(into: Tally, samples: Samples, { blockWidth, blockBands }: ImageLayout, part: Part): void {
  const { band, columns, rows } = part;
  const step = blockBands;
  into.count += columns * rows;
  for (let row = 0; row < rows; row++) {
    const start = row * blockWidth * step + band;
    const end = start + columns * step;
    if (samples instanceof BigInt64Array || samples instanceof BigUint64Array) addBig(into, samples, start, end, step);
    else if (into.histogram) addToHistogram(into.histogram, into.lowest, samples, start, end, step);
    else add(into, samples, start, end, step);
  }
}

/** Adds pixels of the same number. */
export function tallyConstant(into: Tally, stored: number, count: number): void {
  into.count += count;
  if (into.histogram) into.histogram[stored - into.lowest] += count;
  else addWeighted(into, stored, count);
}

type PlainSamples = Exclude<Samples, BigInt64Array | BigUint64Array>;

function addToHistogram(
  histogram: Float64Array,
  lowest: number,
  samples: PlainSamples,
  start: number,
  end: number,
  step: number,
): void {
  for (let i = start; i < end; i += step) histogram[samples[i] - lowest]++;
}

function add(into: Tally, samples: PlainSamples, start: number, end: number, step: number): void {
  const { nodata } = into.band;
  let { missing, min, max } = into;
  let sum = 0; // per row: sums of sums lose less precision
  for (let i = start; i < end; i += step) {
    const value = samples[i];
    if (value === nodata || value - value !== 0) {
      missing++; // numbers that are not finite have no place in statistics
      continue;
    }
    sum += value;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  into.missing = missing;
  into.min = min;
  into.max = max;
  into.sum += sum;
}

function addBig(into: Tally, samples: BigInt64Array | BigUint64Array, start: number, end: number, step: number): void {
  for (let i = start; i < end; i += step) addWeighted(into, Number(samples[i]), 1);
}

function addWeighted(into: Tally, stored: number, weight: number): void {
  if (stored === into.band.nodata || !Number.isFinite(stored)) {
    into.missing += weight;
    return;
  }
  into.sum += stored * weight;
  into.min = Math.min(into.min, stored);
  into.max = Math.max(into.max, stored);
}

/** The statistics of a band, in physical values. */
export function summarise(from: Tally): Statistics {
  from.histogram?.forEach((count, i) => {
    if (count > 0) addWeighted(from, i + from.lowest, count);
  });
  const { count, missing, band, min, max, sum } = from;
  if (missing === count) return { count, missing, min: null, max: null, mean: null };
  const physical = (stored: number): number => band.offset + stored * band.scale;
  const ends = [physical(min), physical(max)].sort((a, b) => a - b); // a negative scale swaps them
  return { count, missing, min: ends[0], max: ends[1], mean: physical(sum / (count - missing)) };
}

/** The physical value of a stored number; null if it means "no value". */
export function valueOf(stored: number, { nodata, scale, offset }: Band): number | null {
  return stored === nodata || !Number.isFinite(stored) ? null : offset + stored * scale;
}
