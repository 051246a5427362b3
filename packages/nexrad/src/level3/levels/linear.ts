import { emptyLevels, signed, type Levels, type LevelsOf } from './levels.ts';

/** Where equally spaced levels begin and end, and the unit of their halfwords. */
interface Linear {
  /** The first code that is a value: 0 is below threshold, 1 is range folded or no data. */
  first?: number;
  last?: number;
  /** Unit of the step; that of the lowest value is always a tenth. */
  unit?: number;
}

/**
 * Equally spaced levels: the lowest value, the step, and how many there are.
 *
 * @see ICD 2620001, RPG/Class 1 User, notes to the digital products 32, 93, 94, 99, 138, 153 to 155, 180, 182, 186
 */
export function linearLevels({ first = 2, last = 255, unit = 0.1 }: Linear = {}): LevelsOf {
  const factor = Math.round(1 / unit); // a quotient of whole numbers is nearer than a product with 0.1
  return (thresholds): Levels => {
    const lowest = signed(thresholds[0]) / 10;
    // Some products count the codes that are no values as levels too
    const count = Math.min(thresholds[2], last - first + 1);
    const values = emptyLevels();
    for (let i = 0; i < count; i++) values[first + i] = lowest + (i * thresholds[1]) / factor;
    return { values };
  };
}
