import { emptyLevels, type Levels } from './levels.ts';

/** Word levels without a value. Other words are classes of precipitation and echo, numbered as here. */
const BLANK = 0;
const BELOW = 1;
const NO_DATA = 2;
const RANGE_FOLDED = 3;
const NONE = new Set([BLANK, BELOW, NO_DATA, RANGE_FOLDED]);

const IS_WORD = 0x8000;
const IS_NEGATIVE = 0x0100;
/** The bit of a level that selects the unit of its number, highest priority first. */
const UNITS: [bit: number, unit: number][] = [
  [0x4000, 0.01],
  [0x2000, 0.05],
  [0x1000, 0.1],
];

/**
 * Sixteen levels, each a halfword: the high byte gives the meaning of the low byte, a number with sign and unit, or a
 * word. A level is the lower bound of its interval.
 *
 * @see ICD 2620001, RPG/Class 1 User, figure 3-6, note on data level thresholds
 */
export function legacyLevels(thresholds: Uint16Array): Levels {
  const values = emptyLevels(16);
  thresholds.forEach((halfword, code) => (values[code] = levelOf(halfword)));
  return { values };
}

function levelOf(halfword: number): number {
  const number = halfword & 0xff;
  if (halfword & IS_WORD) return NONE.has(number) ? NaN : number;
  const unit = UNITS.find(([bit]) => halfword & bit)?.[1] ?? 1;
  return halfword & IS_NEGATIVE ? 0 - number * unit : number * unit; // 0 - x avoids -0
}
