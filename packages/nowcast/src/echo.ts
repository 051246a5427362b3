import { sumBlocks } from '@severe/kernels';
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

/** Number of cells in which motion is estimated: a country at 4 km. */
const mostCells = 1_600_000;

/** How many cells of a grid become one, along each side. */
export function coarseningOf(width: number, height: number): number {
  return Math.max(1, Math.ceil(Math.sqrt((width * height) / mostCells)));
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
  const [across, down] = [width, height].map((cells) => Math.ceil(cells / factor));
  const rain = (code: number): number => Math.max(valueOf(code), 0); // NaN stays
  const { sums, counts } =
    packed instanceof Uint16Array
      ? sumBlocks(
          { width, height, packed },
          factor,
          Float32Array.from({ length: 0x10000 }, (_, code) => rain(code)),
        )
      : sumPlainly(codes, factor, rain);
  for (let row = 0, at = 0; row < down; row++) {
    const rows = Math.min(factor, height - row * factor);
    for (let column = 0; column < across; column++, at++) {
      const count = counts[at];
      if (count === 0) continue;
      counts[at] = count / (rows * Math.min(factor, width - column * factor));
      sums[at] = decibels(sums[at] / count, scale);
    }
  }
  const size = { width: across, height: down };
  return { minutes, echo: { ...size, values: sums }, known: { ...size, values: counts } };
}

/** Does for codes of any size what the kernel does for those of 16 bits. */
function sumPlainly(
  { width, height, packed }: Pick<Codes, 'width' | 'height' | 'packed'>,
  factor: number,
  valueOf: (code: number) => number,
): { sums: Float32Array; counts: Float32Array } {
  const across = Math.ceil(width / factor);
  const [sums, counts] = [0, 1].map(() => new Float32Array(across * Math.ceil(height / factor)));
  for (let row = 0, i = 0; row < height; row++) {
    const start = Math.floor(row / factor) * across;
    for (let column = 0; column < width; column++, i++) {
      const value = valueOf(packed[i]);
      if (Number.isNaN(value)) continue;
      const at = start + Math.floor(column / factor);
      sums[at] += value;
      counts[at]++;
    }
  }
  return { sums, counts };
}

function decibels(value: number, scale: EchoScale): number {
  if (value <= weakest[scale]) return 0;
  const above = scale === 'decibel' ? value - weakest.decibel : 10 * Math.log10(value / weakest.amount);
  return Math.min(above, strongest);
}
