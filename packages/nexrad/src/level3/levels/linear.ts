import { emptyLevels, signed, type Levels, type LevelsOf } from './levels.ts';

/** First and last code of equally spaced levels, and the unit of the step. */
interface Linear {
  /** First code with a value: 0 is below threshold, 1 is range folded or no data. */
  first?: number;
  last?: number;
  /** Unit of the step; the unit of the lowest value is always 0.1. */
  unit?: number;
}

/**
 * Equally spaced levels from lowest value, step and count.
 *
 * @see ICD 2620001, RPG/Class 1 User, notes to the digital products 32, 93, 94, 99, 138, 153 to 155, 180, 182, 186
 */
export function linearLevels({ first = 2, last = 255, unit = 0.1 }: Linear = {}): LevelsOf {
  const factor = Math.round(1 / unit); // a quotient of integers is more accurate than a product with 0.1
  return (thresholds): Levels => {
    const lowest = signed(thresholds[0]) / 10;
    // Some products include the codes without values in the count
    const count = Math.min(thresholds[2], last - first + 1);
    const values = emptyLevels();
    for (let i = 0; i < count; i++) values[first + i] = lowest + (i * thresholds[1]) / factor;
    return { values };
  };
}
