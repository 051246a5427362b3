import { emptyLevels, type Levels } from './levels.ts';

/** What a level says with words; the rest of the codes are kinds of precipitation and echo, numbered as here. */
const BLANK = 0;
const BELOW = 1;
const NO_DATA = 2;
const RANGE_FOLDED = 3;
const NONE = new Set([BLANK, BELOW, NO_DATA, RANGE_FOLDED]);

const IS_WORD = 0x8000;
const IS_NEGATIVE = 0x0100;
/** Which bit of a level means which unit of its number, the strongest first. */
const UNITS: [bit: number, unit: number][] = [
  [0x4000, 0.01],
  [0x2000, 0.05],
  [0x1000, 0.1],
];

/**
 * Sixteen levels, each a halfword: the high byte says how the low byte is meant, as a number with sign and unit, or as a
 * word. A level stands for the interval that begins with it.
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
  return halfword & IS_NEGATIVE ? 0 - number * unit : number * unit; // 0 -, for there is no -0
}
