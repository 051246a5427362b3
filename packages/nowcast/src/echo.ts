import { emptyPlane, type Plane } from './plane.ts';

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
 * @param valueAt the value of a cell of the fine grid, NaN if it was not observed
 */
export function coarsenEcho(
  {
    width,
    height,
    factor,
    scale,
    minutes,
  }: {
    width: number;
    height: number;
    factor: number;
    scale: EchoScale;
    minutes: number;
  },
  valueAt: (index: number) => number,
): EchoFrame {
  const [across, down] = [Math.ceil(width / factor), Math.ceil(height / factor)];
  const [echo, known] = [emptyPlane(across, down), emptyPlane(across, down)];
  for (let row = 0, i = 0; row < height; row++) {
    let at = Math.floor(row / factor) * across;
    for (let left = 0; left < width; left += factor, at++) {
      for (const end = i + Math.min(factor, width - left); i < end; i++) {
        const value = valueAt(i);
        if (Number.isNaN(value)) continue;
        known.values[at]++;
        if (value > 0) echo.values[at] += value;
      }
    }
  }
  for (let row = 0, at = 0; row < down; row++) {
    const rows = Math.min(factor, height - row * factor);
    for (let column = 0; column < across; column++, at++) {
      const count = known.values[at];
      if (count === 0) continue;
      known.values[at] = count / (rows * Math.min(factor, width - column * factor));
      echo.values[at] = decibels(echo.values[at] / count, scale);
    }
  }
  return { minutes, echo, known };
}

function decibels(value: number, scale: EchoScale): number {
  if (value <= weakest[scale]) return 0;
  const above = scale === 'decibel' ? value - weakest.decibel : 10 * Math.log10(value / weakest.amount);
  return Math.min(above, strongest);
}
