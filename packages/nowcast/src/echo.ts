import { giveBack, meanBlocks } from '@severe/kernels';
import type { Codes } from './codes.ts';
import type { Plane } from './plane.ts';

/** A frame on a coarse grid, prepared for the estimate of motion. */
export interface EchoFrame {
  /** Minutes after the newest frame: zero or negative. */
  minutes: number;
  /** Strength of the echo in dB above the weakest one that counts; 0 without one. */
  echo: Plane;
  /** Share of each cell that was observed, from 0 to 1. */
  known: Plane;
}

/** What the values are: reflectivity in dB, or an amount such as rain in mm/h, of which the logarithm is taken. */
export type EchoScale = 'decibel' | 'amount';

/** The weakest echo whose motion counts: 5 dBZ, or 0.1 mm/h. Ground clutter and drizzle below it hardly move. */
const weakest = { decibel: 5, amount: 0.1 };

/** Beyond this an echo counts no more, dB above the weakest: cores grow and decay faster than they move. */
const strongest = 40;

interface Range {
  least: number;
  most: number;
}

/** What is subtracted from means, and the most that remains. The logarithm of an amount is taken afterwards. */
const ranges: Record<EchoScale, Range> = {
  decibel: { least: weakest.decibel, most: strongest },
  amount: { least: 0, most: Infinity },
};

/** Number of cells in which motion is estimated, at most: a country at 4 km. */
export const mostCompared = 1_600_000;

/** How many cells of a grid become one, along each side. */
export function coarseningOf(width: number, height: number): number {
  return Math.max(1, Math.ceil(Math.sqrt((width * height) / mostCompared)));
}

/**
 * A frame on a coarse grid: the mean of the observed cells in each block, then in dB.
 *
 * @param valueOf the value of a code, NaN if it was not observed
 */
export function coarsenEcho(
  codes: Pick<Codes, 'width' | 'height' | 'packed'>,
  { factor, scale, minutes }: { factor: number; scale: EchoScale; minutes: number },
  valueOf: (code: number) => number,
): EchoFrame {
  const { width, height, packed } = codes;
  const size = { width: Math.ceil(width / factor), height: Math.ceil(height / factor) };
  const range = ranges[scale];
  const { means, shares } =
    packed instanceof Uint16Array
      ? meanBlocks({ width, height, packed }, factor, valuesOf(valueOf), range)
      : meansPlainly(codes, factor, valueOf, range);
  if (scale === 'amount') for (let i = 0; i < means.length; i++) means[i] = decibels(means[i]);
  return { minutes, echo: { ...size, values: means }, known: { ...size, values: shares } };
}

/** Frees the memory of a frame, which must not be used again. */
export function releaseEcho({ echo }: EchoFrame): void {
  giveBack(echo.values);
}

/** The values of 16-bit codes; negative ones are none. */
function valuesOf(valueOf: (code: number) => number): Float32Array {
  const values = new Float32Array(0x10000);
  for (let code = 0; code < values.length; code++) values[code] = Math.max(valueOf(code), 0); // NaN stays
  return values;
}

/** Does for codes of any size what the kernel does for those of 16 bits. */
function meansPlainly(
  { width, height, packed }: Pick<Codes, 'width' | 'height' | 'packed'>,
  factor: number,
  valueOf: (code: number) => number,
  { least, most }: Range,
): { means: Float32Array; shares: Float32Array } {
  const [across, down] = [width, height].map((cells) => Math.ceil(cells / factor));
  const [means, shares] = [0, 1].map(() => new Float32Array(across * down));
  for (let row = 0, i = 0; row < height; row++) {
    const start = Math.floor(row / factor) * across;
    for (let column = 0; column < width; column++, i++) {
      const value = Math.max(valueOf(packed[i]), 0);
      if (Number.isNaN(value)) continue;
      const at = start + Math.floor(column / factor);
      means[at] += value;
      shares[at]++;
    }
  }
  for (let row = 0, at = 0; row < down; row++) {
    const rows = Math.min(factor, height - row * factor);
    for (let column = 0; column < across; column++, at++) {
      means[at] = Math.min(Math.max(means[at] / Math.max(shares[at], 1) - least, 0), most);
      shares[at] /= rows * Math.min(factor, width - column * factor);
    }
  }
  return { means, shares };
}

/** Decibels of a mean amount above the weakest. */
function decibels(amount: number): number {
  return amount <= weakest.amount ? 0 : Math.min(10 * Math.log10(amount / weakest.amount), strongest);
}
